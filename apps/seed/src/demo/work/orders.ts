import { weekday, type Day } from '@darkroom/domain/calendar/day';
import { createProdId, createSubProdId, type JobPriority } from '@darkroom/domain/job/status';
import type { Category, Price } from '../tables/catalogue.ts';
import type { DemoClient } from '../customers.ts';
import type { Random } from '../random.ts';
import { DETAIL_NOTES, JOB_NAMES, JOB_NOTES, QUANTITIES, PREFERRED_SERVICES } from '../tables/words.ts';
import { DAY_LENGTH, type WorkTime } from './work-time.ts';

/** Share of an ordinary day's orders, Sunday to Saturday. Sundays have none, and Saturdays few. */
const WEEKDAY_WEIGHTS = [0, 1.15, 1.05, 1, 1.05, 1.2, 0.5] as const;

/** Limit for the estimate of a detail, because slow work is ordered in small quantities. */
const MAX_ORDER_MINUTES = 500;

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
  client: DemoClient;
  /** Time at which customer service added the order, on the line of working time. */
  created: number;
  details: OrderedDetail[];
}

export interface OrderSources {
  clients: readonly DemoClient[];
  categories: readonly Category[];
  prices: readonly Price[];
  time: WorkTime;
  random: Random;
}

/** Creates about `count` orders over the working days, oldest first. */
export function createOrders(count: number, sources: OrderSources): Order[] {
  const { time } = sources;
  const open = time.days.map((day, index) => ({ day, index, weight: WEEKDAY_WEIGHTS[weekday(day)] ?? 1 }));
  const whole = open.reduce((sum, { weight }) => sum + weight, 0);
  const priceOf = new Map(sources.prices.map((price) => [`${price.cus_id1}.${price.service_cat2_id}`, price]));
  return open.flatMap(({ day, index, weight }) => {
    const expected = (count * weight) / whole;
    const today = Math.max(1, Math.round(expected * (0.85 + sources.random.next() * 0.3)));
    const moments = Array.from({ length: today }, () => index * DAY_LENGTH + pickOrderMoment(sources.random));
    return moments
      .filter((moment) => moment < time.now)
      .sort((a, b) => a - b)
      .map((created, position) => makeOrder(day, position + 1, created, priceOf, sources));
  });
}

// Most orders arrive before the morning, and the last ones before the office closes at 19:00.
const pickOrderMoment = (random: Random): number => Math.round(900 + random.next() * random.next() * 42_000);

function makeOrder(
  job_date: Day,
  running: number,
  created: number,
  priceOf: ReadonlyMap<string, Price>,
  { clients, categories, random }: OrderSources,
): Order {
  const client = random.pick(clients);
  const preferredServices = PREFERRED_SERVICES[client.cus0] ?? [];
  const prod_id = createProdId(job_date, running);
  const detailCount = random.weighted([
    [1, 48],
    [2, 30],
    [3, 15],
    [4, 7],
  ] as const);
  const pickedCategories = new Set<Category>();
  while (pickedCategories.size < detailCount) {
    const candidates = random.chance(0.88)
      ? categories.filter((item) => preferredServices.includes(item.service_type))
      : categories;
    pickedCategories.add(random.pick(candidates.length > detailCount ? candidates : categories));
  }
  return {
    job_date,
    prod_id,
    job_name: JOB_NAMES[client.cus0]?.(random) ?? `Order ${running}`,
    job_link: random.chance(0.95) ? `https://drive.example.com/d/${createLinkCode(random)}` : null,
    job_priority: random.weighted([
      [null, 80],
      ['Urgent', 12],
      ['Carefully', 8],
    ] as const),
    job_notes: random.chance(0.3) ? random.pick(JOB_NOTES) : '',
    client,
    created,
    details: [...pickedCategories].map((category, index) => {
      const usualSizes = QUANTITIES[category.service_type] ?? [1];
      const sizes = usualSizes.filter((size) => size * category.estimate_minutes <= MAX_ORDER_MINUTES);
      const quantity = sizes.length > 0 ? random.pick(sizes) : Math.min(...usualSizes);
      const sub_number = index + 1;
      return {
        sub_number,
        sub_prod_id: createSubProdId(prod_id, sub_number),
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
  const shareSize = Math.floor(quantity / tasks);
  return Array.from({ length: tasks }, (_, index) => (index === 0 ? quantity - shareSize * (tasks - 1) : shareSize));
}

const createLinkCode = (random: Random): string =>
  Array.from({ length: 12 }, () => random.int(0, 15).toString(16)).join('');
