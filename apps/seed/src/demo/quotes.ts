import { addDays, dayOf, type Instant } from '@darkroom/domain/calendar/day';
import type { QuoteStatus } from '@darkroom/domain/quote/transitions';
import type { Insertable } from 'kysely';
import type { Database } from '@darkroom/server/db/connect';
import type { QuoteLine } from '@darkroom/server/db/types';
import type { BuiltStaff } from '@darkroom/server/testing/factories/people';
import type { Clients } from './customers.ts';
import { insertWithHistory } from './requests.ts';
import { QUOTES, type DemoQuote } from './tables/quotes-table.ts';
import { DAY_LENGTH, type WorkTime } from './work/work-time.ts';

interface Options {
  customers: Clients;
  time: WorkTime;
  makers: readonly BuiltStaff[];
}

type QuoteLines = Omit<Insertable<QuoteLine>, 'quote_id' | 'position'>[];
const HOUR = 3600;
/** Days that a customer has to decide. */
const DAYS_TO_DECIDE = 9;

/** Adds a quote in every status, each for its own request. The accepted one is a job of its customer (decision 105). */
export async function seedQuotes(db: Database, { customers, time, makers }: Options): Promise<void> {
  const maker = makers[0];
  for (const demo of QUOTES) {
    const cus_id1 = customers.cus1.get(demo.cus1);
    if (cus_id1 === undefined || !maker) continue;
    const author = await db
      .selectFrom('customer_account')
      .innerJoin('user_account', 'user_account.id', 'customer_account.user_id')
      .select(['user_id', 'full_name'])
      .where('cus_id1', '=', cus_id1)
      .executeTakeFirst();
    const job = demo.standing === 'ACCEPTED' ? await findQuotableJob(db, cus_id1) : undefined;
    if (!author || (demo.standing === 'ACCEPTED' && !job)) continue;
    // Each was requested a working day before the job was added, or as long ago as the table says.
    const requestedAt = job ? findMoment(time, job.created_at) - DAY_LENGTH : time.now - demo.ago * DAY_LENGTH;
    const toInstant = (hours: number) => time.instant(Math.min(time.now, Math.max(0, requestedAt) + hours * HOUR));
    const [created_at, acceptedAt, sent_at, answeredAt] = [
      toInstant(0),
      toInstant(1),
      toInstant(3),
      job?.created_at ?? toInstant(6),
    ];
    const by = maker.user_id;
    const steps = [
      { call: 'request.review', at: acceptedAt, by, status: 'TODO' },
      { call: 'quote.send', at: sent_at, by, status: 'PROCESSING' },
      { call: 'quote.accept', at: answeredAt, by: author.user_id, status: 'DONE' },
    ].slice(0, { DRAFT: 1, ACCEPTED: 3 }[demo.standing as string] ?? 2);
    const last = steps.at(-1)!;
    const request_id = await insertWithHistory(
      db,
      {
        type: 'QUOTES',
        board: 'ADMIN_BOARD',
        status: last.status,
        status_since: last.at,
        moved_by: last.by,
        cus_id1,
        created_by: author.user_id,
        created_at,
        subject: demo.subject,
        full_name: author.full_name,
        job_id: job?.job_id ?? null,
        description: demo.description,
        reviewed_by: by,
        reviewed_at: acceptedAt,
        processing_by: demo.standing === 'DRAFT' ? null : by,
        version: 1 + steps.length,
      },
      steps.map(({ status, ...step }, index) => ({
        ...step,
        before: { status: steps[index - 1]?.status ?? 'NEED_REVIEW' },
        after: { status },
      })),
    );
    const lines = job ? await readJobLines(db, job.job_id) : await createLines(db, cus_id1, demo);
    const quote_id = await insertQuote(db, demo, {
      request_id,
      by,
      sent_at,
      answeredAt,
      customer: author.user_id,
      time,
    });
    await db
      .insertInto('quote_line')
      .values(lines.map((line, position) => ({ ...line, quote_id, position })))
      .execute();
    if (job) await linkJob(db, job.job_id, quote_id, demo, author.user_id);
  }
}

interface QuoteEvents {
  request_id: number;
  by: number;
  sent_at: Instant;
  answeredAt: Instant;
  customer: number;
  time: WorkTime;
}

/** Adds a quote with the actions that led to its status. */
async function insertQuote(db: Database, demo: DemoQuote, events: QuoteEvents): Promise<number> {
  const { request_id, by, sent_at, answeredAt, customer, time } = events;
  const status: QuoteStatus = demo.standing === 'EXPIRED' ? 'SENT' : demo.standing;
  const sent = status === 'DRAFT' ? null : sent_at;
  const decided = status === 'DRAFT' || status === 'SENT' ? null : answeredAt;
  const today = dayOf(time.instant(time.now));
  const row = {
    request_id,
    status,
    valid_until: demo.standing === 'EXPIRED' ? addDays(today, -2) : addDays(today, DAYS_TO_DECIDE),
    note: demo.note,
    created_by: by,
    created_at: sent_at,
    sent_by: sent === null ? null : by,
    sent_at: sent,
    decided_by: decided === null ? null : status === 'WITHDRAWN' ? by : customer,
    decided_at: decided,
    reason: demo.reason ?? null,
  };
  const { id } = await db.insertInto('quote').values(row).returning('id').executeTakeFirstOrThrow();
  const history = [
    { action: 'quote.save', at: sent_at, actor_id: by, status: 'DRAFT' },
    ...(sent ? [{ action: 'quote.send', at: sent_at, actor_id: by, status: 'SENT' }] : []),
    ...(decided ? [{ action: CALLS[status]!, at: answeredAt, actor_id: row.decided_by, status }] : []),
  ];
  await db
    .insertInto('audit')
    .values(
      history.map(({ status: after, ...step }, index) => ({
        ...step,
        entity: 'quote',
        entity_id: String(id),
        before: index === 0 ? null : JSON.stringify({ status: history[index - 1]?.status }),
        after: JSON.stringify({ status: after }),
      })),
    )
    .execute();
  return id;
}

/** Actions that lead to each status. */
const CALLS: Partial<Record<QuoteStatus, string>> = {
  ACCEPTED: 'quote.accept',
  DECLINED: 'quote.decline',
  WITHDRAWN: 'quote.withdraw',
};

/** Creates lines with a share of the customer's own prices, to the cent. */
async function createLines(db: Database, cus_id1: number, { lines }: DemoQuote): Promise<QuoteLines> {
  const prices = await db
    .selectFrom('customer_price')
    .select(['service_cat2_id', 'retail_price', 'estimate_minutes'])
    .where('cus_id1', '=', cus_id1)
    .where('enabled', '=', true)
    .orderBy('service_cat2_id')
    .limit(lines.length)
    .execute();
  return prices.map(({ service_cat2_id, retail_price, estimate_minutes }, index) => {
    const [quantity, part] = lines[index]!;
    const unit_price = Math.round(retail_price * part * 100) / 100;
    return { service_cat2_id, quantity, unit_price, list_price: retail_price, estimate_minutes };
  });
}

/** Finds the newest job of the customer whose details all have a price. */
const findQuotableJob = (db: Database, cus_id1: number) =>
  db
    .selectFrom('job')
    .innerJoin('cus2', 'cus2.id', 'job.customer2_id')
    .select(['job.job_id', 'job.created_at'])
    .where('cus2.cus_id1', '=', cus_id1)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('job_detail').whereRef('job_detail.job_id', '=', 'job.job_id').where('unit_price', 'is', null),
        ),
      ),
    )
    .orderBy('job.job_id', 'desc')
    .executeTakeFirst();

const readJobLines = async (db: Database, job_id: number): Promise<QuoteLines> =>
  (
    await db
      .selectFrom('job_detail')
      .select(['service_cat2_id', 'quantity', 'unit_price', 'estimate_minutes', 'note'])
      .where('job_id', '=', job_id)
      .orderBy('sub_number')
      .execute()
  ).map(({ unit_price, ...line }) => ({ ...line, unit_price: unit_price ?? 0, list_price: unit_price }));

/** Adapts the job to the quote: its name, its author (the customer who accepted), and the agreed prices. */
async function linkJob(db: Database, job_id: number, quote_id: number, demo: DemoQuote, created_by: number) {
  const job = { job_name: demo.subject, job_notes: demo.description, created_by };
  const { customer2_id } = await db
    .updateTable('job')
    .set(job)
    .where('job_id', '=', job_id)
    .returning('customer2_id')
    .executeTakeFirstOrThrow();
  await db.updateTable('job_detail').set({ quoted: true }).where('job_id', '=', job_id).execute();
  await db.updateTable('quote').set({ job_id, customer2_id }).where('id', '=', quote_id).execute();
}

/** Returns the position of a time on the line of working time. */
function findMoment(time: WorkTime, at: Instant): number {
  let [low, high] = [0, time.now];
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (time.instant(middle) <= at) low = middle;
    else high = middle;
  }
  return low;
}
