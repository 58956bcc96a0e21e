/** Rounds working time to one unit for reports: minutes below two hours, otherwise half hours. */
export const roundWorkTime = (minutes: number): { readonly unit: 'minutes' | 'hours'; readonly n: number } =>
  minutes < 120 ? { unit: 'minutes', n: Math.round(minutes) } : { unit: 'hours', n: Math.round(minutes / 30) / 2 };
