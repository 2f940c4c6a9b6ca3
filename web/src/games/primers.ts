/** What a newcomer needs to know before his first move, in a few sentences. The whole rules are a tap away. */
import { catalogue } from '../words/index.svelte';

type Primers = Record<string, string[]>;

const en: Primers = {
  iroha: [
    'Win tricks, but not too many: in each colour you score your lowest captured card, minus 1 for every further card of it.',
    'Whoever holds any colour of the trick must play one of those colours.',
    'Whoever holds none plays anything, and that card becomes the trump. The highest trump takes the trick.',
  ],
  irono: [
    'Sixteen cells, one each round. The active player marks a cell and hides a colour.',
    'The other names three colours. Guessed right, the stone is his; if not, it is the active player’s.',
    'Equal colours of yours in a line score n²: 1, 4, 9, 16. Grey counts double. Rows, columns and both diagonals count.',
  ],
  iyadosu: [
    'Split your hand: the cards on the right are refuse cards, and their number is how many tricks you promise to win.',
    'Follow the colour with a normal card, or say “I refuse” and play a refuse card instead. Black is always trump.',
    'Get rid of your refuse cards to survive: whoever has no normal card left is out and scores nothing.',
    'You score for insert cards below yours and for everybody who is out, less what you missed your promise by.',
  ],
  'wild-rawz': [
    'First everybody drafts two cards; the one left over sets the trump colour and the trump number.',
    'Follow the colour that was led. Once in each trick one player may leave instead and put a card beside his target.',
    'Each win and each leaving card is 1 point. Five more if target minus the numbers you left with is exactly your wins.',
  ],
  'koi-koi': [
    'Match cards of the same month: one from your hand, then one from the pile. Matching pairs are yours.',
    'Captured sets score: five ribbons, five animals, ten plains, three brights and more.',
    'With a new set you decide: stop and score it, or call koi-koi and go for more, at the risk of losing it all.',
  ],
};

const de: Primers = {
  iroha: [
    'Gewinne Stiche, aber nicht zu viele: In jeder Farbe zählt deine niedrigste gewonnene Karte, minus 1 für jede weitere dieser Farbe.',
    'Wer irgendeine Farbe des Stichs hat, muss eine davon spielen.',
    'Wer keine hat, spielt irgendetwas, und diese Karte wird Trumpf. Der höchste Trumpf gewinnt den Stich.',
  ],
  irono: [
    'Sechzehn Felder, jede Runde eins. Wer dran ist, markiert ein Feld und versteckt eine Farbe.',
    'Der andere nennt drei Farben. Richtig geraten, ist der Stein seiner; sonst der des Versteckers.',
    'Gleiche Farben von dir in einer Linie zählen n²: 1, 4, 9, 16. Grau zählt doppelt. Zeilen, Spalten und Diagonalen gelten.',
  ],
  iyadosu: [
    'Teile deine Hand: Rechts liegen die Ablehnkarten, und so viele Stiche sagst du an.',
    'Bediene mit einer normalen Karte, oder lehne ab und spiele eine Ablehnkarte. Schwarz ist immer Trumpf.',
    'Werde deine Ablehnkarten los: Wer keine normale Karte mehr hat, ist draußen und bekommt nichts.',
    'Punkte gibt es für Einsteckkarten unter deiner und für jeden, der draußen ist, abzüglich der Abweichung von deiner Ansage.',
  ],
  'wild-rawz': [
    'Erst nimmt jeder zwei offene Karten; die letzte bestimmt Trumpffarbe und Trumpfzahl.',
    'Bediene die ausgespielte Farbe. Einmal je Stich darf einer stattdessen aussteigen und eine Karte neben sein Ziel legen.',
    'Jeder Stich und jede Ausstiegskarte ist 1 Punkt. Fünf mehr, wenn Ziel minus die Zahlen deiner Ausstiegskarten genau deine Stiche ergibt.',
  ],
  'koi-koi': [
    'Karten des gleichen Monats gehören zusammen: erst eine aus der Hand, dann eine vom Stapel. Paare gehören dir.',
    'Gesammelte Sätze zählen: fünf Bänder, fünf Tiere, zehn einfache, drei Lichter und mehr.',
    'Mit einem neuen Satz entscheidest du: aufhören und werten, oder „Koi-Koi“ rufen und mehr wagen.',
  ],
};

const ja: Primers = {
  iroha: [
    'トリックは取りすぎないこと。色ごとに、取った札の一番小さい数から、残りの枚数を引いたものが得点です。',
    '場に出ている色を一つでも持っていれば、その色のどれかを出します。',
    '持っていなければ何でも出せて、その札の色が切り札になります。一番強い切り札が取ります。',
  ],
  irono: [
    '十六のマスを一つずつ埋めます。手番の人はマスを選び、色を一つ隠します。',
    '相手は三色を言います。当たれば相手の石、外れれば手番の人の石が置かれます。',
    '一列に同じ色の自分の石がn個でn²点(1・4・9・16)。灰色は倍。縦・横・斜めを数えます。',
  ],
  iyadosu: [
    '手札を分けます。右側は「お断り札」で、その枚数が取ると宣言するトリック数です。',
    '通常札で色に従うか、「いやどす」とお断り札を出します。黒はいつも切り札です。',
    'お断り札を使い切れば生き残れます。通常札がなくなると脱落で得点なし。',
    '自分より下の仕切り札と脱落者の数が得点になり、宣言との差を引きます。',
  ],
  'wild-rawz': [
    'まず表の札を二枚ずつ取り、残った一枚が切り札の色と数を決めます。',
    '最初の色に従います。トリックごとに一人だけ、代わりに一枚を的のそばに置いて降りられます。',
    '一勝ち・降り札一枚ごとに1点。的から降り札の数を引いて勝ち数とぴったりなら5点。',
  ],
  'koi-koi': [
    '同じ月の札を合わせます。手札から一枚、次に山から一枚。合えば取れます。',
    '集めた役が得点です。短冊五枚、タネ五枚、カス十枚、光三枚など。',
    '役ができたら、上がって得点するか、「こいこい」でさらに狙うかを決めます。',
  ],
};

const primers = catalogue({ en, de, ja });

export function primerOf(game: string): string[] {
  return primers()[game] ?? [];
}
