import type { About } from '../module';

export const about: About = {
  order: 1,
  en: { name: 'Hanafuda Koi-Koi', line: 'Collect flower cards. Stop and score, or risk it for more?' },
  de: { name: 'Hanafuda Koi-Koi', line: 'Sammle Blumenkarten. Beenden und werten, oder mehr riskieren?' },
  ja: { name: '花札こいこい', line: '花札で役を集めます。勝負か、こいこいか。' },
};
