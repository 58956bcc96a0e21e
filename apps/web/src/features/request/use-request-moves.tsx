import { requestEndpoints, requestRow, type RequestRow } from '@darkroom/contract/request/request';
import { closesWithReply, decideMove, type RequestRefusal } from '@darkroom/domain/request/decide';
import { REQUEST_BOARDS, type RequestStatus } from '@darkroom/domain/request/status';
import { actionBetween, REQUEST_TRANSITIONS, type RequestAction } from '@darkroom/domain/request/transitions';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/call/api.ts';
import { messageOf } from '../../lib/errors/error-message.ts';
import { useMoverOf } from '../../entities/request/use-mover.ts';
import { invalidateTopics, useApiMutation } from '../../lib/call/query.ts';
import { useActor } from '../../lib/session/session.ts';
import { useToast } from '../../lib/toast.ts';
import { useLastDeed } from '../../lib/undo/use-last-deed.ts';
import { dropRequest, keepUnderWay, putRequest, type UnderWay } from './request-cache.ts';
import { refusalOfDrop } from './request-steps.ts';
import { instantNow } from '../../lib/clock/clock.ts';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';

const FinishDialog = lazyOverlay(() =>
  import('./complaint/finish-dialog.tsx').then((part) => ({ default: part.FinishDialog })),
);
const ReviewDialog = lazyOverlay(() =>
  import('./review/review-dialog.tsx').then((part) => ({ default: part.ReviewDialog })),
);

export interface JobInShort {
  job_id: number;
  prod_id: string;
}

interface RequestMoves {
  /** Runs a step, or opens the dialog that it needs. */
  begin: (row: RequestRow, action: RequestAction) => void;
  /** Moves a card to a column, as a drop does. */
  moveTo: (row: RequestRow, status: RequestStatus) => void;
  linkJob: (row: RequestRow, job: JobInShort | null) => void;
  /** Undoes the last step, or shows that there is none. */
  undo: () => void;
}

interface MovesState {
  /** Requests with an unanswered step. */
  pending: ReadonlySet<number>;
  /** A dialog is open and gets the single keys. */
  asking: boolean;
}

const Moves = createContext<RequestMoves | null>(null);
const State = createContext<MovesState>({ pending: new Set(), asking: false });

/** Steps of requests. The functions stay the same, so that cards do not render again because of them. */
export function useRequestMoves(): RequestMoves {
  const moves = useContext(Moves);
  if (!moves) throw new Error('useRequestMoves outside of RequestMovesProvider');
  return moves;
}

export const useMovesState = (): MovesState => useContext(State);

export const otherBoard = (row: RequestRow) => REQUEST_BOARDS.find((board) => board !== row.board) ?? row.board;

/** True if undoing the step would close a complaint, which needs a reply. */
const needsReply = (from: RequestStatus, row: RequestRow): boolean => {
  const action = actionBetween(from, row.status);
  return action !== null && closesWithReply(action, row);
};

interface Change {
  row: RequestRow;
  /** Values shown until the answer. */
  soon: Partial<RequestRow>;
  run: (from: RequestRow) => Promise<RequestRow>;
  said: string;
  failed: string;
  /** Undoes the step, with the row after it as input. Null if it cannot be undone. */
  back: ((after: RequestRow) => Promise<RequestRow>) | null;
}

/**
 * Steps of requests. They are shown at once, reverted with a message when the server refuses, and can mostly be undone for 8 s (quality
 * 9).
 */
export function RequestMovesProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['request', 'status', 'errors']);
  const client = useQueryClient();
  const actor = useActor();
  const toast = useToast();
  const mover = useMoverOf();
  const [pending, setPending] = useState<ReadonlySet<number>>(new Set());
  const [asked, setAsked] = useState<{ row: RequestRow; accept: boolean } | null>(null);
  const [closing, setClosing] = useState<RequestRow | null>(null);
  const [underWay] = useState(() => new Map<number, UnderWay>());
  useEffect(() => keepUnderWay(client, underWay), [client, underWay]);
  const changeStatus = useApiMutation(requestEndpoints.changeStatus, { onError: () => true });
  const changeBoard = useApiMutation(requestEndpoints.changeBoard, { onError: () => true });
  const link = useApiMutation(requestEndpoints.linkJob, { onError: () => true });

  /** Corrects the lists after a refusal and returns the reason in words. */
  const settle = (row: RequestRow, error: unknown): string => {
    const problem = error instanceof ApiError ? error.problem : null;
    const current = requestRow.safeParse(problem?.current).data;
    if (problem?.code === 'not_found') dropRequest(client, row.id);
    else putRequest(client, current ?? row);
    void invalidateTopics(client, ['request']);
    if (problem?.code === 'not_found') return t('failed.gone');
    if (problem?.code !== 'stale' || !current) return messageOf(error, t);
    return current.status !== row.status && current.moved_by !== null
      ? t('failed.meanwhile', { user: mover(current), status: t(`status:request.${current.status}`) })
      : t('failed.changed');
  };

  const deeds = useLastDeed(async ({ row, back }: { row: RequestRow; back: NonNullable<Change['back']> }) => {
    try {
      putRequest(client, await back(row));
      void invalidateTopics(client, ['request']);
      toast.info(t('undone'));
    } catch (error) {
      toast.error(`${t('failed.undo')} ${settle(row, error)}`);
    }
  });

  const change = (one: Change) => {
    if (!pending.has(one.row.id)) deeds.during(carryOut(one));
  };

  /** True if the server accepted the step. */
  const carryOut = async ({ row, soon, run, said, failed, back }: Change): Promise<boolean> => {
    setPending((all) => new Set(all).add(row.id));
    const shown = { ...row, ...soon };
    underWay.set(row.id, { before: row, soon: shown });
    putRequest(client, shown);
    try {
      const after = await run(row).finally(() => underWay.delete(row.id));
      putRequest(client, after);
      void invalidateTopics(client, ['request']);
      if (back) deeds.offer(said, { row: after, back });
      else {
        deeds.forget();
        toast.success(said);
      }
      return true;
    } catch (error) {
      toast.error(`${failed} ${settle(row, error)}`);
      return false;
    } finally {
      setPending((all) => new Set([...all].filter((id) => id !== row.id)));
    }
  };

  const refuse = (row: RequestRow, code: RequestRefusal) =>
    toast.info(`“${row.subject}”: ${t(`errors:${code === 'not_allowed' ? 'forbidden' : code}`)}`);

  const move = (row: RequestRow, status: RequestStatus) => {
    const now = instantNow();
    const verdict = decideMove(row, status, actor, now);
    if (!verdict.ok && verdict.code === 'reply_required') return setClosing(row);
    if (!verdict.ok) return refuse(row, verdict.code);
    const subject = row.subject;
    change({
      row,
      soon: { ...verdict.patch, status_since: now, moved_by: actor.user_id, moved_by_name: null },
      run: ({ id, version }) => changeStatus.mutateAsync({ id, version, status }),
      said: status === 'NEED_REVIEW' ? '' : t(`moved.${status}`, { subject }),
      failed: t('failed.move', { subject }),
      // Closing a complaint again would need another reply to its customer, so this step cannot be undone.
      back: needsReply(status, row)
        ? null
        : ({ id, version }) => changeStatus.mutateAsync({ id, version, status: row.status }),
    });
  };

  const handOver = (row: RequestRow) => {
    const board = otherBoard(row);
    const subject = row.subject;
    change({
      row,
      soon: { board },
      run: ({ id, version }) => changeBoard.mutateAsync({ id, version, board }),
      said: t('moved.board', { subject, board: t(`status:board.${board}`) }),
      failed: t('failed.move', { subject }),
      back: ({ id, version }) => changeBoard.mutateAsync({ id, version, board: row.board }),
    });
  };

  const begin = (row: RequestRow, action: RequestAction) => {
    if (pending.has(row.id)) return;
    const { to } = REQUEST_TRANSITIONS[action];
    if (action === 'accept' || action === 'send_back') setAsked({ row, accept: action === 'accept' });
    else if (action === 'change_board') handOver(row);
    else if (to !== 'same') move(row, to);
  };

  const moves: RequestMoves = {
    begin,
    moveTo: (row, status) => {
      if (row.status === status || pending.has(row.id)) return;
      const code = refusalOfDrop(row, status, actor);
      if (code) refuse(row, code);
      else if (row.status === 'NEED_REVIEW') begin(row, status === 'DONE' ? 'send_back' : 'accept');
      else move(row, status);
    },
    linkJob: (row, job) => {
      const subject = row.subject;
      change({
        row,
        soon: { job_id: job?.job_id ?? null, prod_id: job?.prod_id ?? null },
        run: ({ id, version }) => link.mutateAsync({ id, version, job_id: job?.job_id ?? null }),
        said: job ? t('moved.linked', { subject, job: job.prod_id }) : t('moved.unlinked', { subject }),
        failed: t('failed.link'),
        back: ({ id, version }) => link.mutateAsync({ id, version, job_id: row.job_id }),
      });
    },
    undo: deeds.takeBackLast,
  };

  const latest = useRef(moves);
  useEffect(() => {
    latest.current = moves;
  });
  const steady = useMemo(
    (): RequestMoves => ({
      begin: (row, action) => latest.current.begin(row, action),
      moveTo: (row, status) => latest.current.moveTo(row, status),
      linkJob: (row, job) => latest.current.linkJob(row, job),
      undo: () => latest.current.undo(),
    }),
    [],
  );
  const asking = asked !== null || closing !== null;
  const state = useMemo(() => ({ pending, asking }), [pending, asking]);

  return (
    <Moves value={steady}>
      <State value={state}>{children}</State>
      {closing && <FinishDialog row={closing} onClose={() => setClosing(null)} />}
      {asked !== null && <ReviewDialog asked={asked} onClose={() => setAsked(null)} />}
    </Moves>
  );
}
