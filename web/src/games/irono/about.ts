import type { About } from '../module';

export const about: About = {
  order: 2,
  en: { name: 'Irono Ofubi', line: 'Hide a colour. Your opponent has three guesses.' },
  de: { name: 'Irono Ofubi', line: 'Verstecke eine Farbe. Die andere Seite darf dreimal raten.' },
  ja: { name: 'いろのおふび', line: '色を一つ隠します。相手は3色を予想します。' },
};
