import { checksIn } from '@darkroom/domain/appeal/appeal';
import { addDays, dayOf, startOfDay } from '@darkroom/domain/calendar/day';
import {
  agreement,
  BLIND_MS,
  HOLD_MS,
  isChosen,
  isHeld,
  SETTLED_MS,
  SPAN_DAYS,
} from '@darkroom/domain/blind-check/blind-check';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { actedOn } from '@darkroom/domain/task/four-eyes';
import { leads } from '@darkroom/domain/work/visibility';
import { audit } from '../../audit/audit.ts';
import type { Database } from '../../db/connect.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { blindCheckShare, faultKindKeys } from '../setting/setting.service.ts';
import { holdTask } from '../task/task-move.service.ts';
import {
  countFree,
  countKinds,
  countChecksDone,
  countPairs,
  findFound,
  findHeld,
  findSteps,
  holdNext,
  insertChosen,
  letGo,
  lockCheck,
  lockTaker,
  ofBlindChecks,
  ofPasses,
  ofStreams,
  takeChoice,
  writeChoice,
  writeCheckResult,
  type Moment,
} from './blind-check.queries.ts';

const STEPS_AT_ONCE = 5000;
const FOUND_SHOWN = 50;

const shifted = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();
const momentOf = ({ now }: Pick<Ctx, 'now'>): Moment => ({ now, held: shifted(now, -HOLD_MS) });
const streamsOf = ({ actor }: Pick<Ctx, 'actor'>) => WORKSTREAMS.filter((stream) => checksIn(actor, stream));

/** Selects passes for a blind check after their undo time, by step number (decision 134). One process does it. */
export async function chooseBlindChecks(pool: Database, now: string): Promise<void> {
  const settled = shifted(now, -SETTLED_MS);
  for (let more = true; more;) {
    more = await pool.transaction().execute(async (db) => {
      const after = await takeChoice(db);
      if (after === undefined) return false;
      const steps = await findSteps(db, after, STEPS_AT_ONCE);
      const end = steps.findIndex(({ at }) => at > settled);
      const ready = end === -1 ? steps : steps.slice(0, end);
      const last = ready.at(-1);
      if (!last) return false;
      const share = await blindCheckShare(db);
      const chosen = ready.filter((step) => step.passed && isChosen(step.id, share)).map(({ id }) => id);
      if (chosen.length > 0) {
        const until = { chosen_at: now, expires_at: shifted(now, BLIND_MS) };
        if ((await insertChosen(db, chosen, until)) > 0) await emit({ db }, 'blind_check', []);
      }
      await writeChoice(db, last.id);
      return ready.length === STEPS_AT_ONCE;
    });
  }
}

/** Number of blind checks that the actor can start. */
export const countBlindChecks = (ctx: Ctx): Promise<number> =>
  countFree(ctx.db, ctx.actor.user_id, streamsOf(ctx), momentOf(ctx));

/** The actor's current blind check, and the number that they can start. */
export const readMine = async (ctx: Ctx): Promise<AnswerOf<'blindCheck.mine'>> => ({
  check: (await findHeld(ctx.db, ctx.actor.user_id, momentOf(ctx))) ?? null,
  waiting: await countBlindChecks(ctx),
});

/** Starts the next blind check, or continues the current one. */
export async function takeBlindCheck(ctx: Ctx): Promise<AnswerOf<'blindCheck.take'>> {
  const { user_id } = ctx.actor;
  const moment = momentOf(ctx);
  await lockTaker(ctx.db, user_id);
  const begun = await findHeld(ctx.db, user_id, moment);
  if (begun) return { check: begun };
  const id = await holdNext(ctx.db, user_id, streamsOf(ctx), moment);
  if (id === undefined) return { check: null };
  await emit(ctx, 'blind_check', []);
  return { check: (await findHeld(ctx.db, user_id, moment)) ?? null };
}

/** A blind check that the actor has started, otherwise not found. An ended one has its own error. */
async function holdOwn(ctx: Ctx, id: number) {
  const check = await lockCheck(ctx.db, id);
  if (!check || check.held_by !== ctx.actor.user_id) throw fail('not_found', { field: 'id' });
  if (check.checked_at !== null || !isHeld(check.held_at, ctx.now)) throw fail('check_over', { field: 'id' });
  return check;
}

/** Stores the result without a change of the task. A user who has acted on the task since is refused. */
export async function answerBlindCheck(
  ctx: Ctx,
  { id, passed, fault_kinds, note }: InputFor<'blindCheck.answer'>,
): Promise<AnswerOf<'blindCheck.answer'>> {
  const check = await holdOwn(ctx, id);
  if (!passed && (fault_kinds.length === 0 || note === '')) throw fail('fault_required', { field: 'fault_kinds' });
  if (passed && fault_kinds.length > 0)
    throw fail('validation', { errors: [{ field: 'fault_kinds', code: 'none_when_passed' }] });
  const known = await faultKindKeys(ctx.db);
  const errors = fault_kinds.flatMap((kind, i) =>
    known.has(kind) ? [] : [{ field: `fault_kinds.${i}`, code: 'unknown' as const }],
  );
  if (errors.length > 0) throw fail('validation', { errors });
  const task = await holdTask(ctx, check.task_id);
  const { user_id } = ctx.actor;
  if (!task || [...check.barred, ...actedOn(task)].includes(user_id)) throw fail('four_eyes');
  const found = passed ? { fault_kinds: [], note: '' } : { fault_kinds, note };
  await writeCheckResult(ctx.db, id, { user: user_id, now: ctx.now, passed, ...found });
  await audit(ctx, { action: 'blindCheck.answer', entity: 'blind_check', entity_id: id, after: { passed, ...found } });
  await emit(ctx, 'blind_check', []);
  return { id };
}

/** Releases a blind check, so that another user can start it. */
export async function releaseBlindCheck(ctx: Ctx, { id }: InputFor<'blindCheck.release'>) {
  await holdOwn(ctx, id);
  await letGo(ctx.db, id);
  await emit(ctx, 'blind_check', []);
  return { id };
}

/** Agreement of blind checks. Leaders see pairs and people, and a QC sees their own passes without the other user's name. */
export async function readAgreement(
  ctx: Ctx,
  { span }: InputFor<'blindCheck.agreement'>,
): Promise<AnswerOf<'blindCheck.agreement'>> {
  const from = startOfDay(addDays(dayOf(ctx.now), 1 - SPAN_DAYS[span]));
  const me = ctx.actor.user_id;
  const led = leads(ctx.actor);
  const leading = led.length > 0;
  const scope = leading ? ofStreams(led) : ofPasses(me);
  const [passes, looks] = [
    await countChecksDone(ctx.db, ofPasses(me), from),
    await countChecksDone(ctx.db, ofBlindChecks(me), from),
  ];
  const whole = leading ? await countChecksDone(ctx.db, scope, from) : null;
  const pairs = leading ? await countPairs(ctx.db, scope, from) : [];
  const kinds = await countKinds(ctx.db, scope, from);
  const found = await findFound(ctx.db, scope, from, FOUND_SHOWN);
  const { checked } = whole ?? passes;
  return {
    own: { passes: agreement(passes), looks: agreement(looks) },
    whole: whole && agreement(whole),
    pairs: pairs.map(({ passed_by, checked_by, ...counts }) => ({ passed_by, checked_by, ...agreement(counts) })),
    kinds: kinds.map((one) => ({ ...one, checked })),
    found: leading ? found : found.map((one) => ({ ...one, checked_by: null, qc_1: null, qc_2: null })),
  };
}
