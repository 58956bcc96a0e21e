import { requestEndpoints, requestRow, type RequestRow } from '@darkroom/contract/request/request';
import { requiresReply, decideMove, type RequestRefusal } from '@darkroom/domain/request/decide';
import { REQUEST_BOARDS, type RequestStatus } from '@darkroom/domain/request/status';
import { findActionBetween, REQUEST_TRANSITIONS, type RequestAction } from '@darkroom/domain/request/transitions';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { getErrorMessage } from '../../lib/errors/error-message.ts';
import { useMoverName } from '../../entities/request/use-mover-name.ts';
import { invalidateTopics, useApiMutation } from '../../lib/api/query.ts';
import { useActor } from '../../lib/session/session.ts';
import { useToast } from '../../lib/toast.ts';
import { useUndoToast } from '../../lib/undo/use-undo-toast.ts';
import { removeRequest, keepPendingSteps, putRequest, type PendingStep } from './request-cache.ts';
import { findDropRefusal } from './request-steps.ts';
import { instantNow } from '../../lib/clock/clock.ts';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';

const FinishDialog = lazyOverlay(() =>
  import('./complaint/close-complaint-dialog.tsx').then((part) => ({ default: part.CloseComplaintDialog })),
);
const ReviewDialog = lazyOverlay(() =>
  import('./review/review-dialog.tsx').then((part) => ({ default: part.ReviewDialog })),
);

export interface JobReference {
  job_id: number;
  prod_id: string;
}

interface RequestMoves {
  /** Runs a step, or opens the dialog that it needs. */
  begin: (row: RequestRow, action: RequestAction) => void;
  /** Moves a card to a column, as a drop does. */
  moveTo: (row: RequestRow, status: RequestStatus) => void;
  linkJob: (row: RequestRow, job: JobReference | null) => void;
  /** Undoes the last step, or shows that there is none. */
  undo: () => void;
}

interface MovesState {
  /** Requests with an unanswered step. */
  pending: ReadonlySet<number>;
  /** True if a dialog is open and receives the single keys. */
  hasOpenDialog: boolean;
}

const RequestMovesContext = createContext<RequestMoves | null>(null);
const MovesStateContext = createContext<MovesState>({ pending: new Set(), hasOpenDialog: false });

/** Returns the steps of requests. The functions stay the same objects, so that cards do not render again because of them. */
export function useRequestMoves(): RequestMoves {
  const moves = useContext(RequestMovesContext);
  if (!moves) throw new Error('useRequestMoves outside of RequestMovesProvider');
  return moves;
}

export const useMovesState = (): MovesState => useContext(MovesStateContext);

export const getOtherBoard = (row: RequestRow) => REQUEST_BOARDS.find((board) => board !== row.board) ?? row.board;

/** True if undoing the step would close a complaint, which needs a reply. */
const needsReply = (from: RequestStatus, row: RequestRow): boolean => {
  const action = findActionBetween(from, row.status);
  return action !== null && requiresReply(action, row);
};

interface RequestChange {
  row: RequestRow;
  /** Values shown until the response. */
  expected: Partial<RequestRow>;
  run: (from: RequestRow) => Promise<RequestRow>;
  successText: string;
  failureText: string;
  /** Undoes the step, with the row after it as input. Null if it cannot be undone. */
  revert: ((updatedRow: RequestRow) => Promise<RequestRow>) | null;
}

/** Steps of requests. They are shown immediately, reverted when the server refuses, and can mostly be undone for 8 s (quality 9). */
export function RequestMovesProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['request', 'status', 'errors']);
  const client = useQueryClient();
  const actor = useActor();
  const toast = useToast();
  const getMoverName = useMoverName();
  const [pending, setPending] = useState<ReadonlySet<number>>(new Set());
  const [openReview, setOpenReview] = useState<{ row: RequestRow; accept: boolean } | null>(null);
  const [closingRow, setClosingRow] = useState<RequestRow | null>(null);
  const [pendingSteps] = useState(() => new Map<number, PendingStep>());
  useEffect(() => keepPendingSteps(client, pendingSteps), [client, pendingSteps]);
  const changeStatus = useApiMutation(requestEndpoints.changeStatus, { onError: () => true });
  const changeBoard = useApiMutation(requestEndpoints.changeBoard, { onError: () => true });
  const link = useApiMutation(requestEndpoints.linkJob, { onError: () => true });

  /** Corrects the lists after a refusal and returns the reason in words. */
  const correctLists = (row: RequestRow, error: unknown): string => {
    const problem = error instanceof ApiError ? error.problem : null;
    const current = requestRow.safeParse(problem?.current).data;
    if (problem?.code === 'not_found') removeRequest(client, row.id);
    else putRequest(client, current ?? row);
    void invalidateTopics(client, ['request']);
    if (problem?.code === 'not_found') return t('failed.gone');
    if (problem?.code !== 'stale' || !current) return getErrorMessage(error, t);
    return current.status !== row.status && current.moved_by !== null
      ? t('failed.movedByOther', { user: getMoverName(current), status: t(`status:request.${current.status}`) })
      : t('failed.changed');
  };

  const lastStep = useUndoToast(
    async ({ row, revert }: { row: RequestRow; revert: NonNullable<RequestChange['revert']> }) => {
      try {
        putRequest(client, await revert(row));
        void invalidateTopics(client, ['request']);
        toast.info(t('undone'));
      } catch (error) {
        toast.error(`${t('failed.undo')} ${correctLists(row, error)}`);
      }
    },
  );

  const startChange = (requestChange: RequestChange) => {
    if (!pending.has(requestChange.row.id)) lastStep.trackPending(sendChange(requestChange));
  };

  /** Sends a step. Returns true if the server accepted it. */
  const sendChange = async ({
    row,
    expected,
    run,
    successText,
    failureText,
    revert,
  }: RequestChange): Promise<boolean> => {
    setPending((all) => new Set(all).add(row.id));
    const expectedRow = { ...row, ...expected };
    pendingSteps.set(row.id, { before: row, expected: expectedRow });
    putRequest(client, expectedRow);
    try {
      const updatedRow = await run(row).finally(() => pendingSteps.delete(row.id));
      putRequest(client, updatedRow);
      void invalidateTopics(client, ['request']);
      if (revert) lastStep.offer(successText, { row: updatedRow, revert });
      else {
        lastStep.forget();
        toast.success(successText);
      }
      return true;
    } catch (error) {
      toast.error(`${failureText} ${correctLists(row, error)}`);
      return false;
    } finally {
      setPending((all) => new Set([...all].filter((id) => id !== row.id)));
    }
  };

  const showRefusal = (row: RequestRow, code: RequestRefusal) =>
    toast.info(`“${row.subject}”: ${t(`errors:${code === 'not_allowed' ? 'forbidden' : code}`)}`);

  const moveToStatus = (row: RequestRow, status: RequestStatus) => {
    const now = instantNow();
    const result = decideMove(row, status, actor, now);
    if (!result.ok && result.code === 'reply_required') return setClosingRow(row);
    if (!result.ok) return showRefusal(row, result.code);
    const subject = row.subject;
    startChange({
      row,
      expected: { ...result.patch, status_since: now, moved_by: actor.user_id, moved_by_name: null },
      run: ({ id, version }) => changeStatus.mutateAsync({ id, version, status }),
      successText: status === 'NEED_REVIEW' ? '' : t(`moved.${status}`, { subject }),
      failureText: t('failed.move', { subject }),
      // Closing a complaint again would need another reply to its customer, so this step cannot be undone.
      revert: needsReply(status, row)
        ? null
        : ({ id, version }) => changeStatus.mutateAsync({ id, version, status: row.status }),
    });
  };

  const moveToOtherBoard = (row: RequestRow) => {
    const board = getOtherBoard(row);
    const subject = row.subject;
    startChange({
      row,
      expected: { board },
      run: ({ id, version }) => changeBoard.mutateAsync({ id, version, board }),
      successText: t('moved.board', { subject, board: t(`status:board.${board}`) }),
      failureText: t('failed.move', { subject }),
      revert: ({ id, version }) => changeBoard.mutateAsync({ id, version, board: row.board }),
    });
  };

  const begin = (row: RequestRow, action: RequestAction) => {
    if (pending.has(row.id)) return;
    const { to } = REQUEST_TRANSITIONS[action];
    if (action === 'accept' || action === 'send_back') setOpenReview({ row, accept: action === 'accept' });
    else if (action === 'change_board') moveToOtherBoard(row);
    else if (to !== 'same') moveToStatus(row, to);
  };

  const moves: RequestMoves = {
    begin,
    moveTo: (row, status) => {
      if (row.status === status || pending.has(row.id)) return;
      const code = findDropRefusal(row, status, actor);
      if (code) showRefusal(row, code);
      else if (row.status === 'NEED_REVIEW') begin(row, status === 'DONE' ? 'send_back' : 'accept');
      else moveToStatus(row, status);
    },
    linkJob: (row, job) => {
      const subject = row.subject;
      startChange({
        row,
        expected: { job_id: job?.job_id ?? null, prod_id: job?.prod_id ?? null },
        run: ({ id, version }) => link.mutateAsync({ id, version, job_id: job?.job_id ?? null }),
        successText: job ? t('moved.linked', { subject, job: job.prod_id }) : t('moved.unlinked', { subject }),
        failureText: t('failed.link'),
        revert: ({ id, version }) => link.mutateAsync({ id, version, job_id: row.job_id }),
      });
    },
    undo: lastStep.undoLast,
  };

  const latestMoves = useRef(moves);
  useEffect(() => {
    latestMoves.current = moves;
  });
  const stableMoves = useMemo(
    (): RequestMoves => ({
      begin: (row, action) => latestMoves.current.begin(row, action),
      moveTo: (row, status) => latestMoves.current.moveTo(row, status),
      linkJob: (row, job) => latestMoves.current.linkJob(row, job),
      undo: () => latestMoves.current.undo(),
    }),
    [],
  );
  const hasOpenDialog = openReview !== null || closingRow !== null;
  const state = useMemo(() => ({ pending, hasOpenDialog }), [pending, hasOpenDialog]);

  return (
    <RequestMovesContext value={stableMoves}>
      <MovesStateContext value={state}>{children}</MovesStateContext>
      {closingRow && <FinishDialog row={closingRow} onClose={() => setClosingRow(null)} />}
      {openReview !== null && <ReviewDialog reviewStart={openReview} onClose={() => setOpenReview(null)} />}
    </RequestMovesContext>
  );
}
