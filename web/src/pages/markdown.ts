// The little of Markdown that our own rules are written in, as data: nothing is ever put into the page as raw markup.

export type Inline =
  { kind: "text" | "strong" | "em" | "code"; text: string } | { kind: "link"; text: string; to: string };
export type Block =
  | { kind: "heading"; level: number; text: Inline[] }
  | { kind: "paragraph"; text: Inline[] }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "code"; text: string };

export function blocks(markdown: string): Block[] {
  return markdown
    .replace(/\r/g, "")
    .split(/\n{2,}(?!\s)/)
    .flatMap((part) => (part.trim() ? parts(part.replace(/^\n+|\s+$/g, "")) : []));
}

function parts(part: string): Block[] {
  const lines = part.split("\n");
  const first = lines[0] ?? "";
  const heading = /^(#{1,4}) (.*)$/.exec(first);
  if (heading) {
    const rest = lines.slice(1).join("\n");
    return [
      { kind: "heading", level: (heading[1] as string).length, text: inline(heading[2] as string) },
      ...(rest ? parts(rest) : []),
    ];
  }
  if (first.startsWith("```"))
    return [
      {
        kind: "code",
        text: lines
          .slice(1)
          .filter((line) => !line.startsWith("```"))
          .join("\n"),
      },
    ];
  if (first.startsWith("    ")) return [{ kind: "code", text: lines.map((line) => line.slice(4)).join("\n") }];
  if (first.startsWith("|")) return [table(lines)];
  if (/^([-*]|\d+\.) /.test(first)) return [list(lines)];
  const at = lines.findIndex((line, i) => i > 0 && /^([-*]|\d+\.) |^\||^```|^ {4}/.test(line));
  if (at > 0) return [...parts(lines.slice(0, at).join("\n")), ...parts(lines.slice(at).join("\n"))];
  return [{ kind: "paragraph", text: inline(lines.join(" ")) }];
}

function list(lines: string[]): Block {
  const items: string[] = [];
  for (const line of lines) {
    const item = /^([-*]|\d+\.) (.*)$/.exec(line);
    if (item) items.push(item[2] as string);
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return { kind: "list", ordered: /^\d/.test(lines[0] ?? ""), items: items.map(inline) };
}

function table(lines: string[]): Block {
  const cells = (line: string) =>
    line
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => inline(cell.trim()));
  return { kind: "table", head: cells(lines[0] ?? ""), rows: lines.slice(2).map(cells) };
}

export function inline(text: string): Inline[] {
  const found: Inline[] = [];
  let rest = 0;
  for (const match of text.matchAll(/\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[([^\]]+)\]\((.+?)\)/g)) {
    if (match.index > rest) found.push({ kind: "text", text: text.slice(rest, match.index) });
    if (match[1] !== undefined) found.push({ kind: "strong", text: match[1] });
    else if (match[2] !== undefined) found.push({ kind: "em", text: match[2] });
    else if (match[3] !== undefined) found.push({ kind: "code", text: match[3] });
    else found.push({ kind: "link", text: match[4] as string, to: match[5] as string });
    rest = match.index + match[0].length;
  }
  if (rest < text.length) found.push({ kind: "text", text: text.slice(rest) });
  return found;
}
