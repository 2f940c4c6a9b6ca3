/** The little of Markdown in which our rules are written: headings, lists, tables, paragraphs. Never any markup. */

export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] }
  | { kind: 'paragraph'; text: string };

export interface Span {
  kind: 'plain' | 'strong' | 'emphasis' | 'code';
  text: string;
}

export function parse(text: string): Block[] {
  const blocks: Block[] = [];
  for (const chunk of chunks(text)) {
    const [first = ''] = chunk;
    const heading = /^(#{1,4}) (.*)$/.exec(first);
    if (heading) blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' });
    else if (/^[-*] /.test(first)) blocks.push({ kind: 'list', items: items(chunk) });
    else if (first.startsWith('|')) blocks.push(table(chunk));
    else blocks.push({ kind: 'paragraph', text: chunk.join(' ') });
  }
  return blocks;
}

/** Lines that belong together: until a blank line, a heading, or a change between a table, a list and text. */
function chunks(text: string): string[][] {
  const chunks: string[][] = [];
  let open: string[] | null = null;
  for (const raw of text.split('\n')) {
    const line = raw.trimEnd();
    const isHeading = line.startsWith('#');
    const startsOther =
      open !== null &&
      (isHeading ||
        line.startsWith('|') !== open[0]?.startsWith('|') ||
        (/^[-*] /.test(line) && !/^[-*] /.test(open[0] ?? '')));
    if (line === '' || startsOther) open = null;
    if (line === '') continue;
    if (open) open.push(line);
    else chunks.push((open = [line]));
    if (isHeading) open = null;
  }
  return chunks;
}

function items(lines: string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (/^[-*] /.test(line)) items.push(line.slice(2));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return items;
}

function table(lines: string[]): Block {
  const rows = lines.map((line) =>
    line
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim()),
  );
  return { kind: 'table', head: rows[0] ?? [], rows: rows.slice(2) };
}

export function spans(text: string): Span[] {
  const found: Span[] = [];
  for (const part of text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/)) {
    if (part === '') continue;
    if (part.startsWith('**')) found.push({ kind: 'strong', text: part.slice(2, -2) });
    else if (part.startsWith('*') && part.length > 2)
      found.push({ kind: 'emphasis', text: part.slice(1, -1) });
    else if (part.startsWith('`') && part.length > 2) found.push({ kind: 'code', text: part.slice(1, -1) });
    else found.push({ kind: 'plain', text: part });
  }
  return found;
}
