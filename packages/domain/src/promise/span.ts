/** Working time as reports tell it, in one unit: minutes below two hours, else hours to the half. */
export const workSpan = (minutes: number): { readonly unit: 'minutes' | 'hours'; readonly n: number } =>
  minutes < 120 ? { unit: 'minutes', n: Math.round(minutes) } : { unit: 'hours', n: Math.round(minutes / 30) / 2 };
