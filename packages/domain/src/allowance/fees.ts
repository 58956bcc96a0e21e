import { toThousandths } from '../money/money.ts';

/** Vehicles parked on a day: the parking tiers (spec §9). */
export const PARKING_FEES = ['A', 'B', 'C', 'AB', 'BC', 'ABC'] as const;
export type ParkingFee = (typeof PARKING_FEES)[number];
/** Meals of a day (spec §9: 1 → 30000, 2 → 60000, 3 → 90000). */
export const MEAL_FEES = [1, 2, 3] as const;
export type MealFee = (typeof MEAL_FEES)[number];
/** Online work of a day (spec §9: 1 → 1, 0 → 0). */
export const ONLINE_FEES = [0, 1] as const;
export type OnlineFee = (typeof ONLINE_FEES)[number];

/** Fees of one person on one day. */
export interface DayFees {
  readonly parking_fee: ParkingFee | null;
  readonly meal_fee: MealFee | null;
  readonly online_fee: OnlineFee;
}
export const NO_FEES: DayFees = { parking_fee: null, meal_fee: null, online_fee: 0 };

/** Returns the fees of a day's entry, without its other fields. */
export const pickFees = ({ parking_fee, meal_fee, online_fee }: DayFees): DayFees => ({
  parking_fee,
  meal_fee,
  online_fee,
});

/** The three layers of the calendar (spec §9, fee kinds). */
export const FEE_KINDS = ['meal_fee', 'parking_fee', 'online_fee'] as const satisfies readonly (keyof DayFees)[];
export type FeeKind = (typeof FEE_KINDS)[number];

/** Limits of an allowance amount in VND, such as a fee or a month's parking. Like all money, it has up to 3 decimals (domain §8). */
export const AMOUNT_LIMITS = { min: 0, max: 1_000_000_000, inThousands: true } as const;

/** Value of each fee in VND (metadata ALLOWANCE). */
export interface AllowanceLookups {
  readonly transport: Readonly<Record<ParkingFee, number>>;
  readonly meal: Readonly<Record<MealFee, number>>;
  /** Monthly amounts that are divided by the working days. */
  readonly internet: number;
  readonly electricity: number;
}

export const LOOKUP_NAMES = [
  'transport',
  'meal',
  'internet',
  'electricity',
] as const satisfies (keyof AllowanceLookups)[];
export type LookupName = (typeof LOOKUP_NAMES)[number];

/** Values named in spec §9, with which a bureau starts. */
export const DEFAULT_LOOKUPS: AllowanceLookups = {
  transport: { A: 5000, B: 8000, C: 50_000, AB: 13_000, BC: 58_000, ABC: 63_000 },
  meal: { 1: 30_000, 2: 60_000, 3: 90_000 },
  internet: 100_000,
  electricity: 250_000,
};

/** True if a day has no fee. An empty day entry is deleted (domain §4). */
export const isEmptyDay = ({ parking_fee, meal_fee, online_fee }: DayFees): boolean =>
  parking_fee === null && meal_fee === null && online_fee === 0;

/** Returns the value of a day's parking, in thousandths of a dong. */
export const getTransportValue = (fee: ParkingFee | null, { transport }: AllowanceLookups): number =>
  fee === null ? 0 : toThousandths(transport[fee]);

/** Returns the value of a day's meals, in thousandths of a dong. */
export const getMealValue = (fee: MealFee | null, { meal }: AllowanceLookups): number =>
  fee === null ? 0 : toThousandths(meal[fee]);
