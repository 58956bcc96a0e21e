import { fromThousandths, toThousandths } from '../money/money.ts';
import { MEAL_FEES, mealOf, PARKING_FEES, transportOf, type MealFee, type ParkingFee } from './fees.ts';
import type { AllowanceFigure, AllowanceFigures, AllowanceMonth } from './figures.ts';

/** What a month costs as a whole and is shared out over its working days. */
type Shared = 'internet' | 'electricity' | 'internet_electricity';

/** A number of a formula and what it is: an amount in VND, a count of days or of entries. */
export interface FormulaPart {
  /** How it joins what stands before it; the first has none. */
  readonly sign: '' | '+' | '×' | '÷';
  readonly value: number;
  readonly kind: 'money' | 'count';
  /** What it is: another figure, a lookup, a tier. */
  readonly what: AllowanceFigure | Shared | 'parking' | 'days' | 'transport' | 'meal';
  /** Which tier of the lookup. */
  readonly tier?: ParkingFee | MealFee;
}

type Figure = Exclude<AllowanceFigure, 'working_days' | 'online_days'>;

/** Each figure as a person would reckon it (domain §4): the parts from left to right; the result is the figure itself. */
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
  // Not of the two above: each of those was rounded at its own end.
  total_online: ({ lookups: { internet, electricity } }, figures) =>
    shared('internet_electricity', fromThousandths(toThousandths(internet) + toThousandths(electricity)), figures),
  total_allowance: ({ parking }, { total_transport, total_online, total_meal }) => [
    { sign: '', value: total_transport, kind: 'money', what: 'total_transport' },
    { sign: '+', value: total_online, kind: 'money', what: 'total_online' },
    { sign: '+', value: total_meal, kind: 'money', what: 'total_meal' },
    { sign: '+', value: parking, kind: 'money', what: 'parking' },
  ],
};

/** `100,000 ÷ 27 working days × 11 online days`, as parts: whoever shows them has the words and the manner of writing numbers. */
export const formulaOf = (figure: Figure, of: AllowanceMonth, figures: AllowanceFigures): FormulaPart[] =>
  FORMULA[figure](of, figures);

/** How a language writes the parts of a formula. */
export interface FormulaWords {
  readonly money: (value: number) => string;
  readonly count: (value: number, what: FormulaPart['what']) => string;
  /** What a figure or the parking of a sum is called; nothing where the amount speaks for itself. */
  readonly name: (what: FormulaPart['what']) => string;
}

/** A formula as it is read: `3 × 5,000 (A) + 2 × 13,000 (AB) = 41,000`. */
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
