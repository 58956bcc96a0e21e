import type { DayFees, FeeKind } from '@darkroom/domain/allowance/fees';

/** What stands in a cell of a layer. */
export const textOf = (layer: FeeKind, fees: DayFees): string => {
  if (layer === 'online_fee') return fees.online_fee === 1 ? '1' : '';
  return String(fees[layer] ?? '');
};

/** Nothing of a layer. */
export const NOTHING: Record<FeeKind, Partial<DayFees>> = {
  meal_fee: { meal_fee: null },
  parking_fee: { parking_fee: null },
  online_fee: { online_fee: 0 },
};
