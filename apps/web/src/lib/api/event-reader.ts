export interface LiveEvent {
  event: string;
  data: string;
}

/** Splits a stream of server-sent events: receives text in any pieces and returns complete events. */
export function createEventReader(): (text: string) => LiveEvent[] {
  let incomplete = '';
  return (text) => {
    const blocks = (incomplete + text.replaceAll('\r\n', '\n')).split('\n\n');
    incomplete = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const lines = block.split('\n');
      const value = (name: string) =>
        lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trim());
      const data = value('data').join('\n');
      return data === '' ? [] : [{ event: value('event')[0] ?? 'message', data }];
    });
  };
}
