import type { en } from './en';

export const de: typeof en = {
  primer: [
    'Gewinne Stiche, aber nicht zu viele. In jeder Farbe zählt deine niedrigste gewonnene Karte, minus 1 für jede weitere gewonnene Karte dieser Farbe.',
    'Hast du eine der Farben im Stich, musst du eine davon spielen.',
    'Hast du keine davon, spiele eine beliebige Karte; ihre Farbe wird Trumpf. Der höchste Trumpf gewinnt den Stich.',
  ],
  colours: { bird: 'Vogel', flower: 'Blüte', fan: 'Fächer', moon: 'Mond', wave: 'Welle' },
  card: (colour, rank) => `${colour} ${rank}`,
  pass: (cards) => `${cards} weitergeben`,
  play: (card) => `${card} spielen`,
  choosePass: (n) => `Wähle ${n} Karten, die du nach links weitergibst.`,
  passButton: 'Weitergeben',
  lead: 'Du spielst aus: Spiele eine beliebige Karte.',
  follow: (colours) => `Bediene: Spiele eine Karte der Farbe ${colours}.`,
  free: 'Du hast keine dieser Farben: Spiele eine beliebige Karte; ihre Farbe wird Trumpf.',
  trump: 'Trumpf',
  toFollow: 'Farben im Stich',
  tricks: (n) => (n === 1 ? '1 Stich' : `${n} Stiche`),
  cards: (n) => (n === 1 ? '1 Karte' : `${n} Karten`),
  lowest: 'Niedrigste gewonnene Karten',
  dealer: 'Geber',
  swapped: (gave, got) => `Du hast ${gave} weitergegeben und ${got} bekommen.`,
  dealt: (name) => `${name} gibt.`,
  chosen: (name) => `${name} hat zwei Karten gewählt.`,
  passed: 'Alle haben zwei Karten nach links weitergegeben.',
  played: (name, card) => `${name} spielt ${card}.`,
  marked: (name, card) => `${name} spielt ${card}; diese Farbe wird Trumpf.`,
  won: (name) => `${name} gewinnt den Stich.`,
  scored: (points) => `Punkte dieser Runde: ${points.join(', ')}.`,
  star: (name) => `${name} gewinnt den Losentscheid.`,
  why: {
    mustFollow: (colours) =>
      `Du hast eine Karte in einer Farbe dieses Stichs und musst bedienen: Spiele eine Karte der Farbe ${colours}.`,
    mustPass: 'Wähle zuerst zwei Karten zum Weitergeben.',
  },
  options: {
    openLowest: 'Niedrigste gewonnene Karten',
    openLowestText:
      'Zeigt von allen die niedrigste gewonnene Karte jeder Farbe. So behält man leichter den Überblick.',
    shown: 'Offen',
    hidden: 'Verdeckt',
    tieBreak: 'Gleichstand',
    firstStar: 'Das Los entscheidet',
    shared: 'Geteilter Sieg',
  },
};
