import { fromThousandths, toThousandths } from '../money/money.ts';
import { MEAL_FEES, getMealValue, PARKING_FEES, getTransportValue, type MealFee, type ParkingFee } from './fees.ts';
import type { AllowanceFigure, AllowanceFigures, AllowanceMonth } from './figures.ts';

/** Monthly amounts that are divided by the working days. */
type MonthlyAmount = 'internet' | 'electricity' | 'internet_electricity';

/** A number of a formula and its meaning: an amount in VND, or a number of days or entries. */
export interface FormulaPart {
  /** Sign before the number. The first part has none. */
  readonly sign: '' | '+' | '×' | '÷';
  readonly value: number;
  readonly kind: 'money' | 'count';
  /** Meaning of the number: another figure, a lookup or a tier. */
  readonly meaning: AllowanceFigure | MonthlyAmount | 'parking' | 'days' | 'transport' | 'meal';
  readonly tier?: ParkingFee | MealFee;
}

type Figure = Exclude<AllowanceFigure, 'working_days' | 'online_days'>;

/** Formula of each figure (domain §4): its parts from left to right. The result is the figure itself. */
const FORMULA_BUILDERS: Record<Figure, (of: AllowanceMonth, figures: AllowanceFigures) => FormulaPart[]> = {
  daily_transport: (of) =>
    buildTierParts(PARKING_FEES, 'transport', (tier) => [
      of.days.filter((day) => day.parking_fee === tier).length,
      getTransportValue(tier, of.lookups),
    ]),
  total_transport: (_, { daily_transport }) => [
    { sign: '', value: daily_transport, kind: 'money', meaning: 'daily_transport' },
  ],
  total_meal: (of) =>
    buildTierParts(MEAL_FEES, 'meal', (tier) => [
      of.days.filter((day) => day.meal_fee === tier).length,
      getMealValue(tier, of.lookups),
    ]),
  total_internet: (of, figures) => buildSharedParts('internet', of.lookups.internet, figures),
  total_electricity: (of, figures) => buildSharedParts('electricity', of.lookups.electricity, figures),
  // Internet and electricity are added before the division, because the two figures above are rounded already.
  total_online: ({ lookups: { internet, electricity } }, figures) =>
    buildSharedParts(
      'internet_electricity',
      fromThousandths(toThousandths(internet) + toThousandths(electricity)),
      figures,
    ),
  total_allowance: ({ parking }, { total_transport, total_online, total_meal }) => [
    { sign: '', value: total_transport, kind: 'money', meaning: 'total_transport' },
    { sign: '+', value: total_online, kind: 'money', meaning: 'total_online' },
    { sign: '+', value: total_meal, kind: 'money', meaning: 'total_meal' },
    { sign: '+', value: parking, kind: 'money', meaning: 'parking' },
  ],
};

/** Builds `100,000 ÷ 27 working days × 11 online days` as parts. The caller adds the words and the number format. */
export const buildFormula = (figure: Figure, of: AllowanceMonth, figures: AllowanceFigures): FormulaPart[] =>
  FORMULA_BUILDERS[figure](of, figures);

/** Words and formats of a language for the parts of a formula. */
export interface FormulaWords {
  readonly money: (value: number) => string;
  readonly count: (value: number, meaning: FormulaPart['meaning']) => string;
  /** Returns the name of a figure or of the parking in a sum. Empty if the amount is clear without it. */
  readonly name: (meaning: FormulaPart['meaning']) => string;
}

/** Formats a formula: `3 × 5,000 (A) + 2 × 13,000 (AB) = 41,000`. */
export function writeFormula(parts: readonly FormulaPart[], result: number, words: FormulaWords): string {
  const expression = parts.map(({ sign, value, kind, meaning, tier }) => {
    const amount = kind === 'count' ? words.count(value, meaning) : words.money(value);
    const name = kind === 'count' ? '' : tier === undefined ? words.name(meaning) : `(${tier})`;
    return [sign, amount, name].filter(Boolean).join(' ');
  });
  return `${expression.join(' ') || '0'} = ${words.money(result)}`;
}

const buildSharedParts = (meaning: MonthlyAmount, value: number, figures: AllowanceFigures): FormulaPart[] => [
  { sign: '', value, kind: 'money', meaning },
  { sign: '÷', value: figures.working_days, kind: 'count', meaning: 'working_days' },
  { sign: '×', value: figures.online_days, kind: 'count', meaning: 'online_days' },
];

/** Builds the parts of the tiers that occur: `3 × 5,000 (A) + 2 × 13,000 (AB)`. */
function buildTierParts<T extends ParkingFee | MealFee>(
  tiers: readonly T[],
  meaning: 'transport' | 'meal',
  getTierCount: (tier: T) => readonly [days: number, thousandths: number],
): FormulaPart[] {
  return tiers
    .flatMap((tier) => {
      const [days, tierValue] = getTierCount(tier);
      return days === 0 ? [] : [{ tier, days, worth: tierValue }];
    })
    .flatMap(({ tier, days, worth: tierValue }, i): FormulaPart[] => [
      { sign: i === 0 ? '' : '+', value: days, kind: 'count', meaning: 'days' },
      { sign: '×', value: fromThousandths(tierValue), kind: 'money', meaning, tier },
    ]);
}
