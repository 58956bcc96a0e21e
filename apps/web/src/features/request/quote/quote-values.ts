import type { quoteEndpoints, QuoteRow } from '@darkroom/contract/request/quote';
import type { InputOf, OutputOf } from '@darkroom/contract/endpoint';
import { QUOTE } from '@darkroom/contract/field-tables/customer';
import { addDays, type Day } from '@darkroom/domain/calendar/day';
import { sumQuoteLines, findQuoteWarnings, type QuoteWarning } from '@darkroom/domain/quote/guard';
import type { NumberValue } from '../../../ui/number-field/number-field.tsx';

export type QuoteChoices = OutputOf<typeof quoteEndpoints.choices>;

export interface LineValues {
  service_cat2_id: number | null;
  quantity: NumberValue;
  unit_price: NumberValue;
  estimate_minutes: NumberValue;
  note: string;
}

export interface QuoteValues {
  customer2_id: number | null;
  valid_until: Day;
  note: string;
  lines: LineValues[];
}

/** Fields of the form for the conflict notice. */
export const QUOTE_FORM = {
  customer2_id: QUOTE.customer2_id,
  valid_until: QUOTE.valid_until,
  note: QUOTE.note,
  lines: QUOTE.lines,
} as const;

export const EMPTY_LINE: LineValues = {
  service_cat2_id: null,
  quantity: 1,
  unit_price: null,
  estimate_minutes: null,
  note: '',
};

/** Default number of days in which a customer can accept. */
const DEFAULT_VALID_DAYS = 14;

/** Returns the initial values of a new quote. A single customer 2 is preselected. */
export const createQuoteValues = ({ customers2 }: QuoteChoices, today: Day): QuoteValues => ({
  customer2_id: customers2.length === 1 ? (customers2[0]?.id ?? null) : null,
  valid_until: addDays(today, DEFAULT_VALID_DAYS),
  note: '',
  lines: [{ ...EMPTY_LINE }],
});

export const toQuoteValues = ({ customer2_id, valid_until, note, lines }: QuoteRow): QuoteValues => ({
  customer2_id,
  valid_until,
  note,
  lines: lines.map(({ service_cat2_id, quantity, unit_price, estimate_minutes, note: lineNote }) => ({
    service_cat2_id,
    quantity,
    unit_price,
    estimate_minutes,
    note: lineNote,
  })),
});

const toNumber = (value: NumberValue | undefined): number | null => (typeof value === 'number' ? value : null);

/** Converts the form values to the input of the endpoint. Without a typed price, the list price is used. */
export const toDraftInput = ({
  customer2_id,
  valid_until,
  note,
  lines,
}: QuoteValues): Omit<InputOf<typeof quoteEndpoints.save>, 'request_id' | 'id' | 'version'> => ({
  customer2_id: customer2_id ?? null,
  valid_until,
  note,
  lines: lines.map((line) => {
    const unit_price = toNumber(line.unit_price);
    return {
      service_cat2_id: line.service_cat2_id ?? 0,
      quantity: toNumber(line.quantity) ?? 0,
      ...(unit_price === null ? {} : { unit_price }),
      estimate_minutes: toNumber(line.estimate_minutes),
      note: line.note ?? '',
    };
  }),
});

/** Finds the customer's list price of a category. Null if there is none. */
export const findListPrice = ({ prices }: QuoteChoices, service_cat2_id: number | null | undefined): number | null =>
  prices.find((price) => price.service_cat2_id === service_cat2_id)?.unit_price ?? null;

/** Finds the warnings of the price guard for a line in the form. Without a price there are none. */
export function findLineWarnings(line: LineValues | undefined, choices: QuoteChoices): QuoteWarning[] {
  const unit_price = toNumber(line?.unit_price);
  if (!line || unit_price === null) return [];
  const terms = {
    list_price: findListPrice(choices, line.service_cat2_id),
    estimate_minutes: toNumber(line.estimate_minutes),
  };
  return findQuoteWarnings({ unit_price, ...terms }, choices.guard);
}

/** Calculates the total of the lines. Incomplete lines are left out. */
export const calculateTotal = (lines: readonly (LineValues | undefined)[]) =>
  sumQuoteLines(
    lines.flatMap((line) => {
      const [quantity, unit_price] = [toNumber(line?.quantity), toNumber(line?.unit_price)];
      return quantity === null || unit_price === null ? [] : [{ quantity, unit_price }];
    }),
  );
