import type { About } from '../module';

export const about: About = {
  order: 5,
  en: { name: 'Iyadosu', line: 'Bid how many tricks you want, then refuse the rest.' },
  de: { name: 'Iyadosu', line: 'Sag an, wie viele Stiche du willst, und sag zu den anderen Nein.' },
  ja: { name: 'いやどす', line: '取りたいトリックの数をビッドし、あとは上手に断ります。' },
};
