import { fromThousandths, toThousandths } from '../money/money.ts';

/** Pieces delivered at one price, which is null for a detail without a price. */
export interface DeliveredLine {
  readonly unit_price: number | null;
  readonly quantity: number;
  /** Pieces in rework, which are not in the quantity. */
  readonly pieces_in_rework?: number;
}

export interface ReportFigures {
  quantity: number;
  amount: number;
  /** Pieces without a price, which are in no amount. */
  unpriced: number;
  /** Pieces in rework, which are in neither until they are completed again (decision 057). */
  pieces_in_rework: number;
}

/** Counts the pieces delivered to the customer, including those in rework (decision 102). */
export const countDeliveredPieces = ({
  quantity,
  pieces_in_rework = 0,
}: Pick<DeliveredLine, 'quantity' | 'pieces_in_rework'>): number => quantity + pieces_in_rework;

/** Calculates unit price × quantity, exact. Null if there is no price. */
export const calculateLineAmount = ({
  unit_price,
  quantity,
}: Pick<DeliveredLine, 'unit_price' | 'quantity'>): number | null =>
  unit_price === null ? null : fromThousandths(toThousandths(unit_price) * quantity);

/** Sums some lines, calculated in whole thousandths and rounded once. */
export function sumReportLines(lines: readonly DeliveredLine[]): ReportFigures {
  let quantity = 0;
  let thousandths = 0;
  let unpriced = 0;
  let pieces_in_rework = 0;
  for (const line of lines) {
    quantity += line.quantity;
    pieces_in_rework += line.pieces_in_rework ?? 0;
    if (line.unit_price === null) unpriced += line.quantity;
    else thousandths += toThousandths(line.unit_price) * line.quantity;
  }
  return { quantity, amount: fromThousandths(thousandths), unpriced, pieces_in_rework };
}
