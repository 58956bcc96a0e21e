import { weekday, type Day } from '@darkroom/domain/calendar/day';
import { makeProdId, makeSubProdId, type JobPriority } from '@darkroom/domain/job/status';
import type { Category, Price } from '../tables/catalogue.ts';
import type { Client } from '../customers.ts';
import type { Random } from '../random.ts';
import { DETAIL_NOTES, JOB_NAMES, JOB_NOTES, QUANTITIES, USUAL_SERVICES } from '../tables/words.ts';
import { DAY_LENGTH, type WorkTime } from './work-time.ts';

/** Share of an ordinary day's orders, Sunday to Saturday. Sundays have none, and Saturdays few. */
const RHYTHM = [0, 1.15, 1.05, 1, 1.05, 1.2, 0.5] as const;

/** Limit for the estimate of a detail, because slow work is ordered in small quantities. */
const LARGEST_ORDER_MINUTES = 500;

export interface OrderedDetail {
  sub_number: number;
  sub_prod_id: string;
  category: Category;
  quantity: number;
  note: string;
  price: Price | undefined;
  /** Pieces of each of its tasks. */
  shares: number[];
}

export interface Order {
  job_date: Day;
  prod_id: string;
  job_name: string;
  job_link: string | null;
  job_priority: JobPriority | null;
  job_notes: string;
  client: Client;
  /** Time at which customer service added it, on the line of working time. */
  created: number;
  details: OrderedDetail[];
}

export interface Market {
  clients: readonly Client[];
  categories: readonly Category[];
  prices: readonly Price[];
  time: WorkTime;
  random: Random;
}

/** Creates about `count` orders over the working days, oldest first. */
export function makeOrders(count: number, market: Market): Order[] {
  const { time } = market;
  const open = time.days.map((day, index) => ({ day, index, weight: RHYTHM[weekday(day)] ?? 1 }));
  const whole = open.reduce((sum, { weight }) => sum + weight, 0);
  const priceOf = new Map(market.prices.map((price) => [`${price.cus_id1}.${price.service_cat2_id}`, price]));
  return open.flatMap(({ day, index, weight }) => {
    const expected = (count * weight) / whole;
    const today = Math.max(1, Math.round(expected * (0.85 + market.random.next() * 0.3)));
    const moments = Array.from({ length: today }, () => index * DAY_LENGTH + momentOfOrder(market.random));
    return moments
      .filter((moment) => moment < time.now)
      .sort((one, other) => one - other)
      .map((created, at) => makeOrder(day, at + 1, created, priceOf, market));
  });
}

// Most orders arrive before the morning, and the last ones before the office closes at 19:00.
const momentOfOrder = (random: Random): number => Math.round(900 + random.next() * random.next() * 42_000);

function makeOrder(
  job_date: Day,
  running: number,
  created: number,
  priceOf: ReadonlyMap<string, Price>,
  { clients, categories, random }: Market,
): Order {
  const client = random.pick(clients);
  const usual = USUAL_SERVICES[client.cus0] ?? [];
  const prod_id = makeProdId(job_date, running);
  const wanted = random.weighted([
    [1, 48],
    [2, 30],
    [3, 15],
    [4, 7],
  ] as const);
  const chosen = new Set<Category>();
  while (chosen.size < wanted) {
    const fitting = random.chance(0.88) ? categories.filter((one) => usual.includes(one.service_type)) : categories;
    chosen.add(random.pick(fitting.length > wanted ? fitting : categories));
  }
  return {
    job_date,
    prod_id,
    job_name: JOB_NAMES[client.cus0]?.(random) ?? `Order ${running}`,
    job_link: random.chance(0.95) ? `https://drive.example.com/d/${linkCode(random)}` : null,
    job_priority: random.weighted([
      [null, 80],
      ['Urgent', 12],
      ['Carefully', 8],
    ] as const),
    job_notes: random.chance(0.3) ? random.pick(JOB_NOTES) : '',
    client,
    created,
    details: [...chosen].map((category, at) => {
      const usualSizes = QUANTITIES[category.service_type] ?? [1];
      const sizes = usualSizes.filter((size) => size * category.estimate_minutes <= LARGEST_ORDER_MINUTES);
      const quantity = sizes.length > 0 ? random.pick(sizes) : Math.min(...usualSizes);
      const sub_number = at + 1;
      return {
        sub_number,
        sub_prod_id: makeSubProdId(prod_id, sub_number),
        category,
        quantity,
        note: random.chance(0.2) ? random.pick(DETAIL_NOTES) : '',
        price: priceOf.get(`${client.cus_id1}.${category.id}`),
        shares: splitQuantity(quantity, random),
      };
    }),
  };
}

/** Splits larger orders among up to three editors. */
function splitQuantity(quantity: number, random: Random): number[] {
  const tasks = Math.min(
    quantity,
    quantity < 5
      ? 1
      : random.weighted([
          [1, 55],
          [2, 32],
          [3, 13],
        ] as const),
  );
  const even = Math.floor(quantity / tasks);
  return Array.from({ length: tasks }, (_, at) => (at === 0 ? quantity - even * (tasks - 1) : even));
}

const linkCode = (random: Random): string => Array.from({ length: 12 }, () => random.int(0, 15).toString(16)).join('');
