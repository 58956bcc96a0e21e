/** Splits a list into parts of at most `maxItems` items. */
export const splitIntoParts = <T>(all: readonly T[], maxItems: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / maxItems) }, (_, index) =>
    all.slice(index * maxItems, (index + 1) * maxItems),
  );

/**
 * Sends a request over many rows in parts, one after the other, because each part is its own transaction. Joins the responses, whose values
 * are all lists. A failed part ends the request.
 * @param emptyResponse the response for no rows
 * @param onResult receives the joined response after each part: parts before a failure stay done
 */
export async function sendInParts<Input, Result>(
  parts: readonly Input[],
  send: (part: Input) => Promise<Result>,
  emptyResponse: Result,
  onResult?: (soFar: Result) => void,
): Promise<Result> {
  let response = emptyResponse;
  for (const part of parts) {
    response = joinResponses(response, await send(part));
    onResult?.(response);
  }
  return response;
}

function joinResponses<Result>(before: Result, more: Result): Result {
  const lists = Object.entries(before as object) as [string, readonly unknown[]][];
  const addedLists = more as Record<string, readonly unknown[] | undefined>;
  return Object.fromEntries(lists.map(([name, list]) => [name, [...list, ...(addedLists[name] ?? [])]])) as Result;
}
