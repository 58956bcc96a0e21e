/** Splits a list into parts of at most `most` items. */
export const splitIntoParts = <T>(all: readonly T[], maxItems: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / maxItems) }, (_, index) =>
    all.slice(index * maxItems, (index + 1) * maxItems),
  );

/**
 * Sends a request over many rows in parts, one after the other, because each part is its own transaction. Joins the responses, whose values
 * are all lists. A failed part ends the request.
 * @param emptyAnswer the response for no rows
 * @param onAnswer receives the joined response after each part: parts before a failure stay done
 */
export async function sendInParts<Input, Answer>(
  parts: readonly Input[],
  send: (part: Input) => Promise<Answer>,
  emptyAnswer: Answer,
  onAnswer?: (soFar: Answer) => void,
): Promise<Answer> {
  let answer = emptyAnswer;
  for (const part of parts) {
    answer = joinAnswers(answer, await send(part));
    onAnswer?.(answer);
  }
  return answer;
}

function joinAnswers<Answer>(before: Answer, more: Answer): Answer {
  const lists = Object.entries(before as object) as [string, readonly unknown[]][];
  const addedLists = more as Record<string, readonly unknown[] | undefined>;
  return Object.fromEntries(lists.map(([name, list]) => [name, [...list, ...(addedLists[name] ?? [])]])) as Answer;
}
