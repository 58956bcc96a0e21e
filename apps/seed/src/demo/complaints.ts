import { sql } from 'kysely';
import type { Database } from '@darkroom/server/db/connect';
import type { BuiltStaff } from '@darkroom/server/testing/factories/people';
import { insertWithHistory } from './requests.ts';
import { REWORKS } from './tables/words.ts';

/** A task that was sent to rework, with the data of its complaint. */
interface ReworkedTask {
  task_id: number;
  job_id: number;
  job_name: string;
  cus_id1: number;
  user_id: number;
  full_name: string;
  country: string | null;
  /** Time of the delivery, and of the completion after the rework. */
  delivered: string;
  rework_at: string;
  rework_by: number;
  rework_quantity: number;
  rework_notes: string;
  status_since: string;
}

type Translated = Readonly<Record<'en' | 'vi', string>>;

interface DemoComplaint {
  subject: Translated;
  workState: 'in rework' | 'completed';
  fault_kinds: readonly string[];
  /** Reply that closed the complaint. An open complaint has none. */
  reply?: Translated;
}

/** One in rework, one reworked without a reply, one done. */
const COMPLAINTS: readonly DemoComplaint[] = [
  {
    subject: { en: 'Some images are not as agreed', vi: 'Một số ảnh chưa đúng thỏa thuận' },
    workState: 'in rework',
    fault_kinds: [],
  },
  {
    subject: { en: 'Please look at these again', vi: 'Nhờ xem lại các ảnh này' },
    workState: 'completed',
    fault_kinds: ['colour_cast'],
  },
  {
    subject: { en: 'Not usable as delivered', vi: 'Ảnh đã giao chưa dùng được' },
    workState: 'completed',
    fault_kinds: ['halo'],
    reply: {
      en: 'We have redone all of them. They are in your delivery folder. We apologize for the inconvenience.',
      vi: 'Chúng tôi đã làm lại toàn bộ. Ảnh có trong thư mục giao ảnh của Quý khách. Chúng tôi xin lỗi vì sự bất tiện này.',
    },
  },
];

/** Adds complaints about tasks with real rework in the history of the demo bureau (decision 106). */
export async function seedComplaints(
  db: Database,
  { customerService }: { customerService: readonly BuiltStaff[] },
): Promise<void> {
  const reviewer = customerService[0];
  if (!reviewer) return;
  const usedTaskIds: number[] = [];
  for (const { workState, fault_kinds, ...texts } of COMPLAINTS) {
    const task = await findReworkedTask(db, workState, usedTaskIds);
    if (!task) continue;
    usedTaskIds.push(task.task_id);
    const language = task.country === 'Việt Nam' ? 'vi' : 'en';
    const [subject, reply] = [texts.subject[language], texts.reply?.[language]];
    const rework = REWORKS.find(({ note }) => note === task.rework_notes);
    const by = reviewer.user_id;
    const steps = [
      { call: 'request.review', at: task.rework_at, by, status: 'TODO' },
      { call: 'request.rework', at: task.rework_at, by: task.rework_by, status: 'PROCESSING' },
      ...(reply ? [{ call: 'request.changeStatus', at: task.status_since, by, status: 'DONE' }] : []),
    ];
    const last = steps.at(-1)!;
    const request_id = await insertWithHistory(
      db,
      {
        type: 'FAULTS',
        board: 'CS_BOARD',
        status: last.status,
        status_since: last.at,
        moved_by: last.by,
        cus_id1: task.cus_id1,
        created_by: task.user_id,
        created_at: task.delivered,
        subject: `${subject}: ${task.job_name}`.slice(0, 100),
        full_name: task.full_name,
        job_id: task.job_id,
        job_name: task.job_name,
        rework_notified: true,
        description: rework?.complaint[language] ?? task.rework_notes,
        reviewed_by: by,
        reviewed_at: task.rework_at,
        processing_by: task.rework_by,
        reply: reply ?? null,
        last_message_at: reply ? task.status_since : null,
        version: 1 + steps.length,
      },
      steps.map(({ status, ...step }, index) => ({
        ...step,
        before: { status: steps[index - 1]?.status ?? 'NEED_REVIEW' },
        after: { status },
      })),
    );
    await db
      .insertInto('complaint_task')
      .values({
        request_id,
        task_id: task.task_id,
        sent_at: task.rework_at,
        sent_by: task.rework_by,
        quantity: task.rework_quantity,
        fault_kinds: [...fault_kinds],
      })
      .execute();
    if (!reply) continue;
    const message = { side: 'bureau' as const, author_id: by, text: reply, at: task.status_since };
    await db
      .insertInto('request_message')
      .values({ request_id, ...message })
      .execute();
  }
}

/** Finds the newest rework of a customer with a portal login. The task has no other complaint. */
async function findReworkedTask(db: Database, workState: DemoComplaint['workState'], excludedIds: readonly number[]) {
  const statusCondition = workState === 'completed' ? sql`t.status = 9` : sql`t.status in (13, 14)`;
  const { rows } = await sql<ReworkedTask>`
    select t.task_id, t.job_id, j.job_name, c2.cus_id1, a.user_id, u.full_name, c1.country, t.rework_at, t.rework_by, t.rework_quantity,
           t.rework_notes, t.status_since,
           (select max(h.at) from task_history h where h.task_id = t.task_id and h.action = 'complete' and h.at < t.rework_at) as delivered
      from task t join job j using (job_id) join cus2 c2 on c2.id = j.customer2_id join cus1 c1 on c1.id = c2.cus_id1
      join customer_account a on a.cus_id1 = c2.cus_id1 join user_account u on u.id = a.user_id
     where ${statusCondition} and t.rework_at is not null and t.rework_by is not null and t.rework_notes is not null
       and t.task_id <> all(${[...excludedIds]}::int[])
     order by u.username = 'customer.lumen-sydney' desc, t.rework_at desc, t.task_id limit 1`.execute(db);
  return rows[0];
}
