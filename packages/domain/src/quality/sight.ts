import type { Workstream } from '../customer/enums.ts';
import { WORKSTREAMS } from '../customer/enums.ts';
import { EDITOR_CODE, QC_CODE, type Actor } from '../task/decide.ts';
import { leads } from '../work/sight.ts';

/** What of quality somebody asks for. */
export interface QualityAsked {
  readonly mine: boolean;
  readonly workstream?: Workstream | undefined;
  readonly editor?: number | undefined;
}

/** What they are shown: their own work in all workstreams, or everybody's of those they lead; narrowed as they asked. */
export interface QualitySight {
  readonly mine: boolean;
  readonly workstreams: readonly Workstream[];
  readonly editor: number | undefined;
}

/**
 * Whose quality one sees (decision 131): one's own, and whoever leads a workstream (work/sight) its people's. Anything else that is asked
 * for by name is not there: the field is answered.
 */
export function qualitySight(viewer: Actor, asked: QualityAsked): QualitySight | 'workstream' | 'editor' {
  const led = leads(viewer);
  const mine = asked.mine || led.length === 0;
  if (mine) {
    if (asked.editor !== undefined && asked.editor !== viewer.user_id) return 'editor';
    return { mine, workstreams: asked.workstream ? [asked.workstream] : WORKSTREAMS, editor: viewer.user_id };
  }
  if (asked.workstream && !led.includes(asked.workstream)) return 'workstream';
  return { mine, workstreams: asked.workstream ? [asked.workstream] : led, editor: asked.editor };
}

/** Whose average one's own figures stand beside: everybody's of the workstreams one edits or checks in. By the codes themselves. */
export const averagedOver = ({ permissions }: Pick<Actor, 'permissions'>): Workstream[] =>
  WORKSTREAMS.filter((stream) => permissions.has(EDITOR_CODE[stream]) || permissions.has(QC_CODE[stream]));
