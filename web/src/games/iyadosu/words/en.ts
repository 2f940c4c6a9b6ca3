/** A name at the start of a sentence. */
const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];

export const en = {
  primer: [
    'Split your hand with the divider. The cards on the right are your refusal cards. Their number is your bid: how many tricks you want to win.',
    'Follow the lead colour with a normal card, or say “I refuse” and play a refusal card. Black beats everything.',
    'Get rid of your refusal cards. A player with no normal cards left is out and scores nothing.',
    'You score a point for each divider below yours and for each player who is out. You lose a point for each trick above or below your bid.',
  ],
  colours: { black: 'black', red: 'red', blue: 'blue', green: 'green' },
  card: (colour: string, rank: string) => `${colour} ${rank}`,
  play: (card: string) => `Play ${card}`,
  refuseWith: (card: string) => `Refuse with ${card}`,
  says: 'I refuse',
  prompt: {
    split: 'Move the divider, then bid.',
    lead: 'You lead: play any normal card.',
    follow: (colour: string) => `Follow: play a normal ${colour} card.`,
    followOrRefuse: (colour: string) => `Follow ${colour}, or refuse with any refusal card.`,
    free: (colour: string) =>
      `You have no normal ${colour} card: play any normal card. Black beats everything.`,
  },
  bid: (n: number) => (n === 1 ? 'Bid 1 trick' : `Bid ${n} tricks`),
  refuseCards: (n: number) => (n === 1 ? '1 refusal card' : `${n} refusal cards`),
  want: (n: number) => (n === 1 ? 'you want 1 trick' : `you want ${n} tricks`),
  more: 'One more refusal card',
  fewer: 'One refusal card fewer',
  divider: 'Divider',
  normalSide: 'normal cards',
  refuseSide: 'refusal cards',
  noNormal: 'No normal cards left',
  noRefuse: 'No refusal cards left',
  splitTeach:
    'Everyone bids a number of tricks. The cards to the right of your divider become refusal cards. You do not have to follow with them, but you have to get rid of them.',
  startsName: (name: string) => `${name} leads first and bids last.`,
  youStart: 'You lead first and bid last.',
  starts: 'Starts',
  out: 'out',
  submitted: 'all refusal cards played',
  noNumber: 'no bid yet',
  aim: (won: number, wanted: number) => `${won} of ${wanted} tricks`,
  trump: 'Trump',
  trumpHint: (colour: string) => `${upper(colour)} is always trump: it beats everything.`,
  lead: 'Lead colour',
  trickNumber: (n: number) => `Trick ${n}`,
  nth: (n: number) => `#${n}`,
  inPile: (n: number) => `${ORDINALS[n - 1] ?? n} divider from the bottom`,
  pile: 'Divider pile',
  pileHint: 'The first divider is at the bottom. You score a point for each divider below yours.',
  tell: {
    dealt: (name: string) => `A new round: ${name} leads first and bids last.`,
    split: (name: string, n: number) => (n === 1 ? `${name} bids 1 trick.` : `${name} bids ${n} tricks.`),
    played: (name: string, card: string) => `${name} plays ${card}.`,
    refused: (name: string, card: string) => `${name} refuses with ${card}.`,
    submitted: (name: string) =>
      `${name} has played all their refusal cards and puts their divider on the pile.`,
    eliminated: (name: string) => `${name} has no normal cards left and is out of this round.`,
    won: (name: string) => `${name} wins the trick.`,
    nobody: 'Nobody wins this trick, because at most one player is left.',
    scored: (points: string[]) => `Points this round: ${points.join(', ')}.`,
  },
  why: {
    mustSplit: 'First place your divider and bid.',
    mustPlay: 'You have already bid. Now play a card.',
    splitNumber: (least: number, most: number) => `You can have ${least} to ${most} refusal cards.`,
    isRefuse: (card: string) => `${card} is a refusal card. You can only refuse with it.`,
    isNormal: (card: string) => `${card} is a normal card. You cannot refuse with it.`,
    leadsRefuse: 'You can only lead with a normal card.',
    mustFollow: (colour: string) =>
      `You have a normal ${colour} card. Play it, or refuse with any refusal card.`,
    nothingToRefuse: (colour: string) =>
      `You can only refuse if you have a normal ${colour} card. Play any normal card.`,
  },
  options: {
    stack: 'Divider pile',
    stackText: 'Which dividers below yours score points.',
    stackAll: 'All',
    stackSubmissions: 'Only face-up dividers',
    finalBonus: 'Last round bonus',
    finalBonusText: 'A player who makes their bid in the last round scores that many extra points.',
    instantWin: 'Instant win',
    instantWinText:
      'A player who scores at least as many points in one round as there are players wins at once.',
  },
};
