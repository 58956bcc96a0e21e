/** Converts money to whole thousandths, so that sums are exact. Money is rounded once, at the end (spec §9: 3 decimals). */
export const toThousandths = (amount: number): number => Math.round(amount * 1000);
export const fromThousandths = (thousandths: number): number => Math.round(thousandths) / 1000;

/** Rounds a number to 3 decimals, half away from zero. */
export const round3 = (value: number): number => (Math.sign(value) * Math.round(Math.abs(value) * 1000 + 1e-9)) / 1000;

/** Calculates quantity × unit price, exact to the thousandth. */
export const calculateAmount = (quantity: number, unit_price: number): number =>
  fromThousandths(quantity * toThousandths(unit_price));
