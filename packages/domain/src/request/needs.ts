import type { RequestType } from './status.ts';

/** Fields that some types of a new request need. Subject, full name, service type and description are always needed (domain §5b). */
export type NeededByType = 'job_name' | 'shared_link' | 'image_link';

/** Returns the needed fields. A request with an existing job needs neither the job's name nor an image. */
export function getNeededFields(type: RequestType, hasJob: boolean): readonly NeededByType[] {
  const needs: NeededByType[] = [];
  if (type !== 'QUOTES' && !hasJob) needs.push('job_name');
  if (type === 'ADDITIONAL_REQUESTS' || type === 'QUOTES') needs.push('shared_link');
  if (type === 'FAULTS' && !hasJob) needs.push('image_link');
  return needs;
}
