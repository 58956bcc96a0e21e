import { taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { query } from '../../../lib/call/query.ts';

/** What came so shortly before a press was not read. */
const UNREAD_MS = 1000;

/**
 * A task as it is now, under the form of a step that shows its story.
 *
 * @param known the newest that the form was told of
 * @param reads whether its story is shown: of another form nothing more is asked for
 */
export function useNewest(known: TaskRow, reads: boolean) {
  const story = useQuery({ ...query(taskEndpoints.history, { task_id: known.task_id }), enabled: reads });
  const live = reads ? story.data?.task : undefined;
  const newest = live && live.version > known.version ? live : known;
  const shown = useRef({ version: known.version, at: -Infinity });
  const { version } = newest;
  useEffect(() => {
    if (shown.current.version !== version) shown.current = { version, at: performance.now() };
  }, [version]);
  return {
    newest,
    /** What the step is taken on: a change that was not read yet is not meant, and the step is refused for it. */
    meant: (): TaskRow => (performance.now() - shown.current.at < UNREAD_MS ? known : newest),
  };
}
