import { MEAL_FEES, PARKING_FEES, type DayFees, type FeeKind } from './fees.ts';

const ONLINE_VALUES: Record<string, 0 | 1> = { '': 0, '0': 0, '1': 1, x: 1, '●': 1, o: 1 };

/** Reads the value that was typed or pasted into a cell of a layer. Null if it is not valid. */
export function readFee(layer: FeeKind, text: string): Partial<DayFees> | null {
  // Spreadsheets also copy a whole number as 1.0 or 1,0.
  const typed = text.trim().replace(/^(\d+)[.,]0+$/, '$1');
  switch (layer) {
    case 'meal_fee': {
      if (typed === '' || typed === '0') return { meal_fee: null };
      const meal_fee = MEAL_FEES.find((fee) => String(fee) === typed);
      return meal_fee === undefined ? null : { meal_fee };
    }
    case 'parking_fee': {
      // Vehicles can be in any order and in lower case.
      const tier = [...new Set(typed.toUpperCase().replace(/[\s+,]/g, ''))].sort().join('');
      if (tier === '') return { parking_fee: null };
      const parking_fee = PARKING_FEES.find((fee) => fee === tier);
      return parking_fee === undefined ? null : { parking_fee };
    }
    case 'online_fee': {
      const online_fee = ONLINE_VALUES[typed.toLowerCase()];
      return online_fee === undefined ? null : { online_fee };
    }
    default: {
      const never: never = layer;
      return never;
    }
  }
}
