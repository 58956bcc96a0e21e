import { compareText } from '@darkroom/domain/text/order';

/** Choices in the order of the words that are shown: `options.toSorted(byLabel)`. */
export const byLabel = (a: { label: string }, b: { label: string }): number => compareText(a.label, b.label);
