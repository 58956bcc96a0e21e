import { canCheckIn } from '@darkroom/domain/appeal/appeal';
import { addDays, dayOf, startOfDay } from '@darkroom/domain/calendar/day';
import {
  calculateAgreement,
  BLIND_CHECK_MS,
  HOLD_MS,
  isSelectedForCheck,
  isHeld,
  SELECTION_DELAY_MS,
  PERIOD_DAYS,
} from '@darkroom/domain/blind-check/blind-check';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { getParticipants } from '@darkroom/domain/task/four-eyes';
import { getLedWorkstreams } from '@darkroom/domain/work/visibility';
import { writeAudit } from '../../audit/audit.ts';
import type { Database } from '../../db/connect.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { readBlindCheckShare, readFaultTypeKeys } from '../setting/setting.service.ts';
import { lockTask } from '../task/task-access.service.ts';
import {
  countAvailable,
  countFaultTypes,
  countChecksDone,
  countPairs,
  findChecksWithFaults,
  findCurrentCheck,
  findSteps,
  startNextCheck,
  insertBlindChecks,
  releaseCheck,
  lockBlindCheck,
  lockStarts,
  checksBy,
  checksOfPassesBy,
  checksOfWorkstreams,
  lockLastSelectedStep,
  saveLastSelectedStep,
  writeCheckResult,
  type HoldTimes,
} from './blind-check.queries.ts';

const MAX_STEPS_AT_ONCE = 5000;
const MAX_FAULTS_SHOWN = 50;

const addMs = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();
const getHoldTimes = ({ now }: Pick<Ctx, 'now'>): HoldTimes => ({ now, heldSince: addMs(now, -HOLD_MS) });
const listCheckedWorkstreams = ({ actor }: Pick<Ctx, 'actor'>) =>
  WORKSTREAMS.filter((stream) => canCheckIn(actor, stream));

/** Selects passes for a blind check after their undo time, by step number (decision 134). One process does it. */
export async function chooseBlindChecks(pool: Database, now: string): Promise<void> {
  const settledUntil = addMs(now, -SELECTION_DELAY_MS);
  for (let more = true; more;) {
    more = await pool.transaction().execute(async (db) => {
      const after = await lockLastSelectedStep(db);
      if (after === undefined) return false;
      const steps = await findSteps(db, after, MAX_STEPS_AT_ONCE);
      const end = steps.findIndex(({ at }) => at > settledUntil);
      const ready = end === -1 ? steps : steps.slice(0, end);
      const last = ready.at(-1);
      if (!last) return false;
      const share = await readBlindCheckShare(db);
      const selectedIds = ready.filter((step) => step.passed && isSelectedForCheck(step.id, share)).map(({ id }) => id);
      if (selectedIds.length > 0) {
        const dates = { chosen_at: now, expires_at: addMs(now, BLIND_CHECK_MS) };
        if ((await insertBlindChecks(db, selectedIds, dates)) > 0) await emit({ db }, 'blind_check', []);
      }
      await saveLastSelectedStep(db, last.id);
      return ready.length === MAX_STEPS_AT_ONCE;
    });
  }
}

/** Counts the blind checks that the actor can start. */
export const countBlindChecks = (ctx: Ctx): Promise<number> =>
  countAvailable(ctx.db, ctx.actor.user_id, listCheckedWorkstreams(ctx), getHoldTimes(ctx));

/** Reads the actor's current blind check, and the number of checks that they can start. */
export const readMyBlindCheck = async (ctx: Ctx): Promise<ResponseOf<'blindCheck.mine'>> => ({
  check: (await findCurrentCheck(ctx.db, ctx.actor.user_id, getHoldTimes(ctx))) ?? null,
  waiting: await countBlindChecks(ctx),
});

/** Starts the next blind check, or continues the current one. */
export async function takeBlindCheck(ctx: Ctx): Promise<ResponseOf<'blindCheck.take'>> {
  const { user_id } = ctx.actor;
  const times = getHoldTimes(ctx);
  await lockStarts(ctx.db, user_id);
  const current = await findCurrentCheck(ctx.db, user_id, times);
  if (current) return { check: current };
  const id = await startNextCheck(ctx.db, user_id, listCheckedWorkstreams(ctx), times);
  if (id === undefined) return { check: null };
  await emit(ctx, 'blind_check', []);
  return { check: (await findCurrentCheck(ctx.db, user_id, times)) ?? null };
}

/**
 * Locks a blind check that the actor has started. Throws `not_found` for others, and another error for an ended one.
 */
async function lockMyCheck(ctx: Ctx, id: number) {
  const check = await lockBlindCheck(ctx.db, id);
  if (!check || check.held_by !== ctx.actor.user_id) throw fail('not_found', { field: 'id' });
  if (check.checked_at !== null || !isHeld(check.held_at, ctx.now)) throw fail('blind_check_closed', { field: 'id' });
  return check;
}

/** Stores the result without a change of the task. Refuses a user who has acted on the task since. */
export async function submitBlindCheck(
  ctx: Ctx,
  { id, passed, fault_kinds, note }: InputFor<'blindCheck.submit'>,
): Promise<ResponseOf<'blindCheck.submit'>> {
  const check = await lockMyCheck(ctx, id);
  if (!passed && (fault_kinds.length === 0 || note === '')) throw fail('fault_required', { field: 'fault_kinds' });
  if (passed && fault_kinds.length > 0)
    throw fail('validation', { errors: [{ field: 'fault_kinds', code: 'faults_not_allowed' }] });
  const known = await readFaultTypeKeys(ctx.db);
  const errors = fault_kinds.flatMap((kind, i) =>
    known.has(kind) ? [] : [{ field: `fault_kinds.${i}`, code: 'unknown' as const }],
  );
  if (errors.length > 0) throw fail('validation', { errors });
  const task = await lockTask(ctx, check.task_id);
  const { user_id } = ctx.actor;
  if (!task || [...check.excluded_users, ...getParticipants(task)].includes(user_id)) throw fail('four_eyes');
  const findings = passed ? { fault_kinds: [], note: '' } : { fault_kinds, note };
  await writeCheckResult(ctx.db, id, { user: user_id, now: ctx.now, passed, ...findings });
  await writeAudit(ctx, {
    action: 'blindCheck.submit',
    entity: 'blind_check',
    entity_id: id,
    after: { passed, ...findings },
  });
  await emit(ctx, 'blind_check', []);
  return { id };
}

/** Releases a blind check, so that another user can start it. */
export async function releaseBlindCheck(ctx: Ctx, { id }: InputFor<'blindCheck.release'>) {
  await lockMyCheck(ctx, id);
  await releaseCheck(ctx.db, id);
  await emit(ctx, 'blind_check', []);
  return { id };
}

/**
 * Reads the agreement of blind checks. Leaders see pairs and people, and a QC sees their own passes without the other
 * user's name.
 */
export async function readAgreement(
  ctx: Ctx,
  { span }: InputFor<'blindCheck.agreement'>,
): Promise<ResponseOf<'blindCheck.agreement'>> {
  const from = startOfDay(addDays(dayOf(ctx.now), 1 - PERIOD_DAYS[span]));
  const me = ctx.actor.user_id;
  const ledWorkstreams = getLedWorkstreams(ctx.actor);
  const isLeader = ledWorkstreams.length > 0;
  const scope = isLeader ? checksOfWorkstreams(ledWorkstreams) : checksOfPassesBy(me);
  const [passes, myChecks] = [
    await countChecksDone(ctx.db, checksOfPassesBy(me), from),
    await countChecksDone(ctx.db, checksBy(me), from),
  ];
  const total = isLeader ? await countChecksDone(ctx.db, scope, from) : null;
  const pairs = isLeader ? await countPairs(ctx.db, scope, from) : [];
  const kinds = await countFaultTypes(ctx.db, scope, from);
  const found = await findChecksWithFaults(ctx.db, scope, from, MAX_FAULTS_SHOWN);
  const { checked } = total ?? passes;
  return {
    own: { passes: calculateAgreement(passes), checks_made: calculateAgreement(myChecks) },
    led_workstreams: total && calculateAgreement(total),
    pairs: pairs.map(({ passed_by, checked_by, ...counts }) => ({
      passed_by,
      checked_by,
      ...calculateAgreement(counts),
    })),
    kinds: kinds.map((kind) => ({ ...kind, checked })),
    found: isLeader ? found : found.map((item) => ({ ...item, checked_by: null, qc_1: null, qc_2: null })),
  };
}
