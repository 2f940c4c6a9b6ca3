import type { en } from './en';

const ORDINALS = ['erste', 'zweite', 'dritte', 'vierte', 'fünfte'];

export const de: typeof en = {
  primer: [
    'Teile deine Hand mit der Trennkarte. Rechts davon stecken deine Nein-Karten. Ihre Anzahl ist deine Ansage: So viele Stiche willst du gewinnen.',
    'Bediene die ausgespielte Farbe mit einer normalen Karte, oder sag „Nein“ und spiele eine Nein-Karte. Schwarz schlägt alles.',
    'Werde deine Nein-Karten los. Wer keine normale Karte mehr hat, ist draußen und bekommt keine Punkte.',
    'Du bekommst einen Punkt für jede Trennkarte unter deiner und für alle, die draußen sind. Für jeden Stich, den du über oder unter deiner Ansage liegst, verlierst du einen Punkt.',
  ],
  colours: { black: 'Schwarz', red: 'Rot', blue: 'Blau', green: 'Grün' },
  card: (colour, rank) => `${colour} ${rank}`,
  play: (card) => `${card} spielen`,
  refuseWith: (card) => `Nein sagen mit ${card}`,
  says: 'Nein!',
  prompt: {
    split: 'Verschiebe die Trennkarte, dann sag an.',
    lead: 'Du spielst aus: Spiele eine beliebige normale Karte.',
    follow: (colour) => `Bediene: Spiele eine normale Karte in ${colour}.`,
    followOrRefuse: (colour) => `Bediene ${colour}, oder spiele eine beliebige Nein-Karte.`,
    free: (colour) =>
      `Du hast keine normale Karte in ${colour}: Spiele eine beliebige normale Karte. Schwarz schlägt alles.`,
  },
  bid: (n) => (n === 1 ? '1 Stich ansagen' : `${n} Stiche ansagen`),
  refuseCards: (n) => (n === 1 ? '1 Nein-Karte' : `${n} Nein-Karten`),
  want: (n) => (n === 1 ? 'du willst 1 Stich' : `du willst ${n} Stiche`),
  more: 'Eine Nein-Karte mehr',
  fewer: 'Eine Nein-Karte weniger',
  divider: 'Trennkarte',
  normalSide: 'normale Karten',
  refuseSide: 'Nein-Karten',
  noNormal: 'Keine normalen Karten mehr',
  noRefuse: 'Keine Nein-Karten mehr',
  splitTeach:
    'Alle sagen eine Zahl von Stichen an. Die Karten rechts von deiner Trennkarte werden Nein-Karten. Mit ihnen musst du nicht bedienen, aber du musst sie loswerden.',
  startsName: (name) => `${name} spielt zuerst aus und sagt zuletzt an.`,
  youStart: 'Du spielst zuerst aus und sagst zuletzt an.',
  starts: 'Beginnt',
  out: 'draußen',
  submitted: 'alle Nein-Karten gespielt',
  noNumber: 'noch keine Ansage',
  aim: (won, wanted) => `${won} von ${wanted} Stichen`,
  trump: 'Trumpf',
  trumpHint: (colour) => `${colour} ist immer Trumpf: Es schlägt alles.`,
  lead: 'Ausgespielte Farbe',
  trickNumber: (n) => `Stich ${n}`,
  nth: (n) => `${n}.`,
  inPile: (n) => `${ORDINALS[n - 1] ?? n} Trennkarte von unten`,
  pile: 'Trennkartenstapel',
  pileHint: 'Die erste Trennkarte liegt unten. Für jede Trennkarte unter deiner bekommst du einen Punkt.',
  tell: {
    dealt: (name) => `Eine neue Runde: ${name} spielt zuerst aus und sagt zuletzt an.`,
    split: (name, n) => (n === 1 ? `${name} sagt 1 Stich an.` : `${name} sagt ${n} Stiche an.`),
    played: (name, card) => `${name} spielt ${card}.`,
    refused: (name, card) => `${name} sagt Nein mit ${card}.`,
    submitted: (name) =>
      `${name} hat alle Nein-Karten gespielt und legt die eigene Trennkarte auf den Stapel.`,
    eliminated: (name) => `${name} hat keine normalen Karten mehr und ist für diese Runde draußen.`,
    won: (name) => `${name} gewinnt den Stich.`,
    nobody: 'Niemand gewinnt diesen Stich, weil höchstens eine Person übrig ist.',
    scored: (points) => `Punkte dieser Runde: ${points.join(', ')}.`,
  },
  why: {
    mustSplit: 'Verschiebe zuerst die Trennkarte und sag an.',
    mustPlay: 'Du hast schon angesagt. Spiele jetzt eine Karte.',
    splitNumber: (least, most) => `Du kannst ${least} bis ${most} Nein-Karten haben.`,
    isRefuse: (card) => `${card} ist eine Nein-Karte. Mit ihr kannst du nur Nein sagen.`,
    isNormal: (card) => `${card} ist eine normale Karte. Mit ihr kannst du nicht Nein sagen.`,
    leadsRefuse: 'Ausspielen kannst du nur normale Karten.',
    mustFollow: (colour) =>
      `Du hast eine normale Karte in ${colour}. Spiele sie, oder spiele eine beliebige Nein-Karte.`,
    nothingToRefuse: (colour) =>
      `Nein sagen kannst du nur, wenn du eine normale Karte in ${colour} hast. Spiele eine beliebige normale Karte.`,
  },
  options: {
    stack: 'Trennkartenstapel',
    stackText: 'Welche Trennkarten unter deiner Punkte geben.',
    stackAll: 'Alle',
    stackSubmissions: 'Nur offene Trennkarten',
    finalBonus: 'Bonus der letzten Runde',
    finalBonusText: 'Wer in der letzten Runde die eigene Ansage trifft, bekommt ebenso viele Punkte dazu.',
    instantWin: 'Sofortiger Sieg',
    instantWinText:
      'Wer in einer Runde mindestens so viele Punkte macht, wie Personen mitspielen, gewinnt sofort.',
  },
};
