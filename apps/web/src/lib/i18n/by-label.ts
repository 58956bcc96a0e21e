import { compareText } from '@darkroom/domain/text/order';

/** Sorts choices by their visible labels: `options.toSorted(byLabel)`. */
export const byLabel = (a: { label: string }, b: { label: string }): number => compareText(a.label, b.label);
