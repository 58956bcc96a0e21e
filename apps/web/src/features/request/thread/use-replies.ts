import { METADATA_SHAPES, settingEndpoints, type savedReply } from '@darkroom/contract/setting';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { query } from '../../../lib/api/query.ts';

type SavedReply = z.output<typeof savedReply>;

const NO_REPLIES: readonly SavedReply[] = [];

/** Returns the saved replies in the bureau's order (metadata JOB_TASK, `replies`). Empty until loaded. */
export function useReplies(): readonly SavedReply[] {
  const { data } = useQuery(query(settingEndpoints.metadata, { data_type: 'JOB_TASK' }));
  const value = data?.results.find(({ key }) => key === 'replies')?.value;
  return useMemo(() => METADATA_SHAPES.JOB_TASK.replies.safeParse(value).data ?? NO_REPLIES, [value]);
}
