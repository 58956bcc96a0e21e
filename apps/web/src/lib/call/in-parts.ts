/** A list in parts of at most `most` items. */
export const inParts = <T>(all: readonly T[], most: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, at) => all.slice(at * most, (at + 1) * most));

/**
 * Sends a call over many rows in parts, one after the other because each is its own transaction. Joins the answers, whose values are all
 * lists. A failed part ends the call.
 * @param nothing the answer of a call over no rows
 * @param onAnswer receives the joined answer after each part: parts before a failure stay done
 */
export async function sendInParts<Input, Answer>(
  parts: readonly Input[],
  send: (part: Input) => Promise<Answer>,
  nothing: Answer,
  onAnswer?: (soFar: Answer) => void,
): Promise<Answer> {
  let sum = nothing;
  for (const part of parts) {
    sum = joined(sum, await send(part));
    onAnswer?.(sum);
  }
  return sum;
}

function joined<Answer>(before: Answer, more: Answer): Answer {
  const lists = Object.entries(before as object) as [string, readonly unknown[]][];
  const added = more as Record<string, readonly unknown[] | undefined>;
  return Object.fromEntries(lists.map(([name, list]) => [name, [...list, ...(added[name] ?? [])]])) as Answer;
}
