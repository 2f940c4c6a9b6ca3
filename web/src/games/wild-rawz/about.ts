import type { About } from '../module';

export const about: About = {
  order: 4,
  en: { name: 'Wild Rawz', line: 'Draft the trump, hit your target, and know when to sit out.' },
  de: { name: 'Wild Rawz', line: 'Wähle den Trumpf mit, triff dein Ziel, und setze rechtzeitig aus.' },
  ja: { name: 'ワイルドローツ', line: '切り札を選び合い、目標どおりに取り、ときには降ります。' },
};
