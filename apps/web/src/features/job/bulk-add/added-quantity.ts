/** Calculates the pieces of the added jobs. Skipped jobs are identified by their index in the whole sheet. */
export function sumAddedQuantity(
  parts: readonly (readonly { readonly job_details: readonly { readonly quantity: number }[] }[])[],
  skipped: readonly { readonly index: number }[],
): number {
  const skippedIndexes = new Set(skipped.map(({ index }) => index));
  const added = parts.flat().filter((_, index) => !skippedIndexes.has(index));
  return added.flatMap(({ job_details }) => job_details).reduce((sum, { quantity }) => sum + quantity, 0);
}
