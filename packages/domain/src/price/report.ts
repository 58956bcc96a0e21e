import { fromThousandths, toThousandths } from '../money/money.ts';

/** Pieces that were delivered at one price; null where the detail was made without one. */
export interface Delivered {
  readonly unit_price: number | null;
  readonly quantity: number;
  /** Pieces that came back and are being redone: not in the quantity. */
  readonly reworking?: number;
}

export interface ReportFigures {
  quantity: number;
  amount: number;
  /** Pieces without a price: counted, in no amount. */
  unpriced: number;
  /** Pieces that came back and are being redone: in neither, until they are completed again (decision 057). */
  reworking: number;
}

/** Pieces that the customer has been given: what was delivered stays delivered while it is redone (decision 102). */
export const piecesDelivered = ({ quantity, reworking = 0 }: Pick<Delivered, 'quantity' | 'reworking'>): number =>
  quantity + reworking;

/** unit price × quantity, exact; null without a price. */
export const lineAmount = ({ unit_price, quantity }: Pick<Delivered, 'unit_price' | 'quantity'>): number | null =>
  unit_price === null ? null : fromThousandths(toThousandths(unit_price) * quantity);

/** What some lines add up to: whole thousandths inside, brought back once, at the end. */
export function reportFigures(lines: readonly Delivered[]): ReportFigures {
  let quantity = 0;
  let thousandths = 0;
  let unpriced = 0;
  let reworking = 0;
  for (const line of lines) {
    quantity += line.quantity;
    reworking += line.reworking ?? 0;
    if (line.unit_price === null) unpriced += line.quantity;
    else thousandths += toThousandths(line.unit_price) * line.quantity;
  }
  return { quantity, amount: fromThousandths(thousandths), unpriced, reworking };
}
