import type { OutputOf } from '@darkroom/contract/endpoint';
import { workEndpoints } from '@darkroom/contract/floor/work';
import { getLedWorkstreams } from '@darkroom/domain/work/visibility';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/query.ts';
import { useActor } from '../../lib/session/session.ts';

export type LedPerson = OutputOf<typeof workEndpoints.people>['results'][number];

const NO_PEOPLE: readonly LedPerson[] = [];

/** Returns the people whose work the user can view. Without a workstream to lead, nothing is requested. */
export function useLedPeople() {
  const isLeader = getLedWorkstreams(useActor()).length > 0;
  const { data, isPending } = useQuery({ ...query(workEndpoints.people, {}), enabled: isLeader });
  return { isLeader, people: data?.results ?? NO_PEOPLE, isPending: isLeader && isPending };
}
