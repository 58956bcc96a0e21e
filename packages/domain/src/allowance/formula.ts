import { fromThousandths, toThousandths } from '../money/money.ts';
import { MEAL_FEES, mealOf, PARKING_FEES, transportOf, type MealFee, type ParkingFee } from './fees.ts';
import type { AllowanceFigure, AllowanceFigures, AllowanceMonth } from './figures.ts';

/** Monthly amounts that are divided by the working days. */
type Shared = 'internet' | 'electricity' | 'internet_electricity';

/** A number of a formula and its meaning: an amount in VND, or a number of days or entries. */
export interface FormulaPart {
  /** Sign before the number. The first part has none. */
  readonly sign: '' | '+' | '×' | '÷';
  readonly value: number;
  readonly kind: 'money' | 'count';
  /** Meaning of the number: another figure, a lookup or a tier. */
  readonly what: AllowanceFigure | Shared | 'parking' | 'days' | 'transport' | 'meal';
  /** Tier of the lookup. */
  readonly tier?: ParkingFee | MealFee;
}

type Figure = Exclude<AllowanceFigure, 'working_days' | 'online_days'>;

/** Formula of each figure (domain §4): its parts from left to right. The result is the figure itself. */
const FORMULA: Record<Figure, (of: AllowanceMonth, figures: AllowanceFigures) => FormulaPart[]> = {
  daily_transport: (of) =>
    byTier(PARKING_FEES, 'transport', (tier) => [
      of.days.filter((day) => day.parking_fee === tier).length,
      transportOf(tier, of.lookups),
    ]),
  total_transport: (_, { daily_transport }) => [
    { sign: '', value: daily_transport, kind: 'money', what: 'daily_transport' },
  ],
  total_meal: (of) =>
    byTier(MEAL_FEES, 'meal', (tier) => [
      of.days.filter((day) => day.meal_fee === tier).length,
      mealOf(tier, of.lookups),
    ]),
  total_internet: (of, figures) => shared('internet', of.lookups.internet, figures),
  total_electricity: (of, figures) => shared('electricity', of.lookups.electricity, figures),
  // Internet and electricity are added before the division, because the two figures above are rounded already.
  total_online: ({ lookups: { internet, electricity } }, figures) =>
    shared('internet_electricity', fromThousandths(toThousandths(internet) + toThousandths(electricity)), figures),
  total_allowance: ({ parking }, { total_transport, total_online, total_meal }) => [
    { sign: '', value: total_transport, kind: 'money', what: 'total_transport' },
    { sign: '+', value: total_online, kind: 'money', what: 'total_online' },
    { sign: '+', value: total_meal, kind: 'money', what: 'total_meal' },
    { sign: '+', value: parking, kind: 'money', what: 'parking' },
  ],
};

/** `100,000 ÷ 27 working days × 11 online days` as parts. The caller adds the words and the number format. */
export const formulaOf = (figure: Figure, of: AllowanceMonth, figures: AllowanceFigures): FormulaPart[] =>
  FORMULA[figure](of, figures);

/** Words and formats of a language for the parts of a formula. */
export interface FormulaWords {
  readonly money: (value: number) => string;
  readonly count: (value: number, what: FormulaPart['what']) => string;
  /** Name of a figure or of the parking in a sum. Empty where the amount is clear without it. */
  readonly name: (what: FormulaPart['what']) => string;
}

/** Formula as text: `3 × 5,000 (A) + 2 × 13,000 (AB) = 41,000`. */
export function writeFormula(parts: readonly FormulaPart[], result: number, words: FormulaWords): string {
  const left = parts.map(({ sign, value, kind, what, tier }) => {
    const amount = kind === 'count' ? words.count(value, what) : words.money(value);
    const name = kind === 'count' ? '' : tier === undefined ? words.name(what) : `(${tier})`;
    return [sign, amount, name].filter(Boolean).join(' ');
  });
  return `${left.join(' ') || '0'} = ${words.money(result)}`;
}

const shared = (what: Shared, value: number, figures: AllowanceFigures): FormulaPart[] => [
  { sign: '', value, kind: 'money', what },
  { sign: '÷', value: figures.working_days, kind: 'count', what: 'working_days' },
  { sign: '×', value: figures.online_days, kind: 'count', what: 'online_days' },
];

/** `3 × 5,000 (A) + 2 × 13,000 (AB)`: the tiers that occur. */
function byTier<T extends ParkingFee | MealFee>(
  tiers: readonly T[],
  what: 'transport' | 'meal',
  of: (tier: T) => readonly [days: number, thousandths: number],
): FormulaPart[] {
  return tiers
    .flatMap((tier) => {
      const [days, worth] = of(tier);
      return days === 0 ? [] : [{ tier, days, worth }];
    })
    .flatMap(({ tier, days, worth }, i): FormulaPart[] => [
      { sign: i === 0 ? '' : '+', value: days, kind: 'count', what: 'days' },
      { sign: '×', value: fromThousandths(worth), kind: 'money', what, tier },
    ]);
}
