import type { Workstream } from '../customer/enums.ts';
import { WORKSTREAMS } from '../customer/enums.ts';
import { EDITOR_CODE, QC_CODE, type Actor } from '../task/decide.ts';
import { getLedWorkstreams } from '../work/visibility.ts';

export interface RequestedQuality {
  readonly mine: boolean;
  readonly workstream?: Workstream | undefined;
  readonly editor?: number | undefined;
}

/** Visible figures: the user's own work in all workstreams, or all work of the workstreams they lead, within the filter. */
export interface QualityVisibility {
  readonly mine: boolean;
  readonly workstreams: readonly Workstream[];
  readonly editor: number | undefined;
}

/**
 * Returns the visibility of quality figures (decision 131): users see their own, and leaders of a workstream (work/visibility) see those of its
 * people. If a filter field asks for more, the result is the name of that field.
 */
export function getQualityVisibility(
  viewer: Actor,
  requested: RequestedQuality,
): QualityVisibility | 'workstream' | 'editor' {
  const ledWorkstreams = getLedWorkstreams(viewer);
  const mine = requested.mine || ledWorkstreams.length === 0;
  if (mine) {
    if (requested.editor !== undefined && requested.editor !== viewer.user_id) return 'editor';
    return { mine, workstreams: requested.workstream ? [requested.workstream] : WORKSTREAMS, editor: viewer.user_id };
  }
  if (requested.workstream && !ledWorkstreams.includes(requested.workstream)) return 'workstream';
  return {
    mine,
    workstreams: requested.workstream ? [requested.workstream] : ledWorkstreams,
    editor: requested.editor,
  };
}

/** Returns the workstreams of the average next to the user's own figures: those in which they edit or check. Only their codes count. */
export const getAverageWorkstreams = ({ permissions }: Pick<Actor, 'permissions'>): Workstream[] =>
  WORKSTREAMS.filter((stream) => permissions.has(EDITOR_CODE[stream]) || permissions.has(QC_CODE[stream]));
