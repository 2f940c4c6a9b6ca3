import type { About } from '../module';

export const about: About = {
  order: 3,
  en: { name: 'Iroha ni Oedo', line: 'Cannot follow? Then your card sets the trump.' },
  de: { name: 'Iroha ni Oedo', line: 'Du kannst nicht bedienen? Dann bestimmt deine Karte den Trumpf.' },
  ja: { name: '色映に生へど', line: 'フォローできないとき、出した札の色が切り札になります。' },
};
