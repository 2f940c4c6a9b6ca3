// A plain page that shows what the server says: it knows no rule and no card.
const main = document.querySelector('#main');
const notice = document.querySelector('#notice');

/** Makes an element; texts are texts, never markup. */
function el(tag, props = {}, ...children) {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

let hiding = 0;
function say(text) {
  notice.textContent = text;
  clearTimeout(hiding);
  hiding = setTimeout(() => { notice.textContent = ''; }, 6000);
}

async function api(method, path, body) {
  const response = await fetch(path, { method, body: body && JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
  return answer;
}

function attempt(work) {
  return async (event) => {
    event?.preventDefault();
    try { await work(event); } catch (error) { say(error.message); }
  };
}

const entropy = () =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

let me = null;
async function whoAmI() {
  try { me = await api('GET', '/api/me'); } catch { me = null; }
  document.querySelector('#who').textContent = me ? me.name : '';
}

function askName(then) {
  const name = el('input', { name: 'name', placeholder: 'Your name', maxLength: 24, required: true, autocomplete: 'nickname' });
  main.replaceChildren(el('section', {}, el('h1', {}, 'Welcome'),
    el('form', { onsubmit: attempt(async () => {
      await api('POST', '/api/guests', { name: name.value });
      await whoAmI();
      await then();
    }) }, name, el('button', { className: 'main' }, 'Come in'))));
  name.focus();
}

async function showLobby() {
  const [{ games, bots }, { tables }] = await Promise.all([api('GET', '/api/games'), api('GET', '/api/tables')]);
  const pick = el('select', { name: 'game' }, ...games.map((game) => el('option', { value: game.game }, game.title)));
  const seats = el('select', { name: 'seats' });
  const fillSeats = () => {
    const game = games.find((game) => game.game === pick.value);
    seats.replaceChildren(...game.seats.map((count) =>
      el('option', { value: count, selected: count === game.usual_seats }, `${count} seats`)));
  };
  pick.onchange = fillSeats;
  fillSeats();
  const clock = el('select', { name: 'clock' }, ...[['none', 'no clock'], ['relaxed', 'relaxed'], ['normal', 'normal'],
    ['fast', 'fast'], ['days-1', 'a day a move'], ['days-3', 'three days a move'], ['days-7', 'a week a move']]
    .map(([value, text]) => el('option', { value }, text)));
  const open = el('input', { type: 'checkbox' });
  const hints = el('input', { type: 'checkbox', checked: true });
  const rival = el('select', {}, el('option', { value: '' }, 'friends, by a link'),
    ...bots.map((bot) => el('option', { value: bot }, `bots: ${bot}`)));
  main.replaceChildren(
    el('section', {}, el('h1', {}, 'Open a table'), el('form', { onsubmit: attempt(async () => {
      const setting = { game: pick.value, seats: Number(seats.value), clock: clock.value, public: open.checked, hints: hints.checked };
      const { link } = await api('POST', '/api/tables', setting);
      if (rival.value) sessionStorage.setItem('fill', rival.value);
      location.assign(link);
    }) }, pick, seats, clock, rival, el('label', {}, open, 'listed'), el('label', {}, hints, 'hints'),
      el('button', { className: 'main' }, 'Open'))),
    el('section', {}, el('h2', {}, 'Tables to join or watch'), tables.length === 0
      ? el('p', {}, 'None is listed just now. Open one and send its link to a friend.')
      : el('ul', {}, ...tables.map((table) => el('li', {}, el('a', { href: `/t/${table.id}` },
        `${games.find((game) => game.game === table.game)?.title}, ${table.chairs.filter((chair) => chair.kind === 'empty').length} of ${table.seats} seats free, ${table.phase}`))))),
    el('section', {}, el('h2', {}, 'Yours'), el('div', { className: 'row' },
      el('a', { href: '/history' }, 'Past games'),
      el('button', { onclick: attempt(async () => {
        const { link } = await api('POST', '/api/me/code');
        main.append(el('section', {}, 'Open this once on the other device, within ten minutes: ',
          el('code', {}, location.origin + link)));
      }) }, 'Go on on another device'))));
}

async function showHistory() {
  const { games } = await api('GET', '/api/me/games');
  main.replaceChildren(el('section', {}, el('h1', {}, 'Past games'), games.length === 0
    ? el('p', {}, 'No game has been finished yet.')
    : el('ul', {}, ...games.map((game) => el('li', {},
      `${new Date(game.ended).toLocaleString()}: ${game.kind}, ${game.summary.names.map((name, seat) => `${name} ${game.summary.totals[seat]}`).join(', ')} `,
      el('a', { href: `/api/tables/${game.table}/games/${game.game}/record`, download: `${game.table}-${game.game}.json` }, 'record'))))));
}

async function claim() {
  const code = location.hash.slice(1);
  history.replaceState(null, '', '/claim');
  await api('POST', '/api/claim', { code });
  await whoAmI();
  location.assign('/');
}

/** What a value of a view says, in one line. */
function words(value) {
  if (value === null) return '–';
  if (Array.isArray(value)) return value.length ? value.map((item) => (typeof item === 'object' && item !== null ? `(${words(item)})` : words(item))).join(' ') : '–';
  if (typeof value === 'object') return Object.entries(value).map(([key, item]) => `${key} ${words(item)}`).join(', ');
  return String(value);
}

function showTable(id) {
  const state = { number: 0, table: null, play: null, you: null, online: [], talk: [], log: [], hint: null };
  const sent = new Map();
  let socket = null;
  let wait = 250;
  let counter = 0;

  const send = (message) => {
    if (message.type === 'move') sent.set(message.id, message);
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };

  function connect() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const since = state.number ? `&since=${state.number}` : '';
    socket = new WebSocket(`${scheme}://${location.host}/api/tables/${id}/socket?version=1${since}`);
    socket.onopen = () => {
      wait = 250;
      // What was sent before the line broke is sent again under its old name, which does no harm.
      for (const message of sent.values()) socket.send(JSON.stringify(message));
    };
    socket.onmessage = ({ data }) => { take(JSON.parse(data)); draw(); };
    socket.onclose = () => {
      say('The line is down; trying again …');
      setTimeout(connect, wait);
      wait = Math.min(wait * 2, 10000);
    };
  }

  function take(frame) {
    switch (frame.type) {
      case 'snapshot':
        Object.assign(state, { number: frame.number, table: frame.table, you: frame.you, play: frame.play ?? null, talk: frame.talk });
        autoFill();
        break;
      case 'event':
        state.number = frame.number;
        if (frame.id) sent.delete(frame.id);
        if (frame.table) Object.assign(state, { table: frame.table, you: frame.you ?? null });
        if (frame.play) Object.assign(state, { play: frame.play, hint: null });
        if (frame.event.type === 'said') state.talk.push(frame.event.talk);
        if (frame.event.type === 'moved') state.log.push(...frame.event.events.map(words));
        state.log = state.log.slice(-60);
        if (frame.event.type === 'sat') autoFill();
        break;
      case 'known': sent.delete(frame.id); break;
      case 'refused': if (frame.id) sent.delete(frame.id); say(frame.message); break;
      case 'hint': state.hint = frame.advice; break;
      case 'presence': state.online = frame.online; break;
      case 'closing': say('The server restarts; the game goes on in a moment.'); break;
    }
  }

  // Who asked for bots when opening the table gets them, and the game begins.
  function autoFill() {
    const bot = sessionStorage.getItem('fill');
    if (!bot || state.table.phase !== 'open') return;
    if (state.you === null) return send({ type: 'sit', seat: 0, entropy: entropy() });
    sessionStorage.removeItem('fill');
    state.table.chairs.forEach((chair, seat) => { if (chair.kind === 'empty') send({ type: 'fill', seat, bot }); });
    send({ type: 'start' });
  }

  function seatLine(chair, seat) {
    const acts = state.table.phase === 'playing' && state.play?.to_act.includes(seat);
    const name = chair.kind === 'bot' ? `bot ${chair.bot}` : chair.kind === 'person'
      ? `${chair.name}${seat === state.you ? ' (you)' : ''}${chair.away ? ', away: a bot plays' : state.online[seat] === false ? ', not here' : ''}` : 'empty';
    const between = state.table.phase !== 'playing';
    return el('li', { className: acts ? 'seat acts' : 'seat' }, el('span', {}, `${seat}: ${name}`), el('span', { className: 'row' },
      between && chair.kind === 'empty' && state.you === null
        ? el('button', { onclick: () => send({ type: 'sit', seat, entropy: entropy() }) }, 'Sit here') : null,
      between && chair.kind === 'empty' && state.you !== null ? el('select', { ariaLabel: 'bot', onchange: (event) => send({ type: 'fill', seat, bot: event.target.value }) },
        el('option', {}, 'add a bot'), ...['easy', 'normal', 'strong', 'greedy', 'random'].map((bot) => el('option', { value: bot }, bot))) : null,
      between && chair.kind === 'bot' && state.you !== null
        ? el('button', { onclick: () => send({ type: 'clear', seat }) }, 'Remove') : null,
      chair.kind === 'person' && seat !== state.you && state.you !== null
        ? el('button', { onclick: () => send({ type: 'mute', seat, on: true }) }, 'Mute') : null));
  }

  function draw() {
    const { table, play, you } = state;
    if (!table) return;
    const typed = document.querySelector('#say')?.value ?? '';
    const typing = document.activeElement?.id === 'say';
    const mine = you !== null ? table.chairs[you] : null;
    const moves = play && table.phase === 'playing' ? play.legal : [];
    const best = state.hint?.move;
    const input = el('input', { id: 'say', value: typed, maxLength: 300, placeholder: 'Say something', autocomplete: 'off' });
    main.replaceChildren(
      el('section', {}, el('h1', {}, `${table.game}, ${table.phase}`),
        el('ul', {}, ...table.chairs.map(seatLine)),
        el('div', { className: 'row' },
          table.phase === 'open' && you !== null ? el('button', { className: 'main', onclick: () => send({ type: 'start' }) }, 'Start') : null,
          table.phase === 'over' && mine && !mine.ready ? el('button', { className: 'main', onclick: () => send({ type: 'ready', entropy: entropy() }) }, 'Play again') : null,
          mine?.away ? el('button', { className: 'main', onclick: () => send({ type: 'back' }) }, 'I am back') : null,
          you !== null ? el('button', { onclick: () => send({ type: 'leave' }) }, 'Leave') : null,
          table.phase === 'over' ? el('a', { href: `/api/tables/${id}/games/${table.games}/record`, download: `${id}-${table.games}.json` }, 'Record') : null),
        el('p', {}, 'Link: ', el('code', {}, location.href)),
        el('details', {}, el('summary', {}, 'Fair shuffle'), 'Commitment ', el('code', {}, table.commitment))),
      play ? el('section', {}, el('h2', {}, moves.length ? 'Your move' : 'The game'),
        el('div', { className: 'row', id: 'moves' }, ...moves.map((move) => el('button', {
          className: move === best ? 'main' : '', onclick: () => send({ type: 'move', id: `${Date.now()}-${counter++}`, at: state.number, move }),
        }, move)),
        moves.length && table.hints ? el('button', { onclick: () => send({ type: 'hint', id: 'hint' }) }, '?') : null),
        el('dl', {}, ...Object.entries(play.view).flatMap(([key, value]) => [el('dt', {}, key), el('dd', {}, words(value))]))) : null,
      play ? el('section', {}, el('h2', {}, 'What happened'), el('ul', { className: 'log' }, ...state.log.map((line) => el('li', {}, line)))) : null,
      el('section', {}, el('h2', {}, 'Talk'),
        el('ul', { className: 'talk' }, ...state.talk.slice(-50).map((talk) => el('li', {}, `${talk.name}: ${talk.text}`))),
        you !== null ? el('form', { onsubmit: (event) => {
          event.preventDefault();
          if (input.value.trim()) send({ type: 'say', text: input.value });
          input.value = '';
        } }, input, el('button', {}, 'Say'), ...['Hello!', 'Well played.', 'One moment, please.', 'Thank you!'].map((phrase) =>
          el('button', { type: 'button', onclick: () => send({ type: 'say', text: phrase }) }, phrase))) : null));
    for (const list of document.querySelectorAll('.log, .talk')) list.scrollTop = list.scrollHeight;
    if (typing) input.focus();
  }

  connect();
}

await whoAmI();
const path = location.pathname;
const go = attempt(async () => {
  if (path === '/claim' && location.hash) return claim();
  if (!me) return askName(go);
  if (path.startsWith('/t/')) return showTable(path.slice(3));
  if (path === '/history') return showHistory();
  return showLobby();
});
await go();
