import { anyOf, can, isBoss, viewsTasks, type Subject } from '@darkroom/domain/permission/access';

/** What Home shows (spec §2), by role. */
export function homeOf(subject: Subject): '/job' | '/job/task' | '/customer-portal/job' | '/account/information' {
  if (subject.account === 'staff' && (subject.is_superuser || isBoss(subject))) return '/job';
  if (can(subject, viewsTasks)) return '/job/task';
  if (can(subject, anyOf('npn_customer'))) return '/customer-portal/job';
  return '/account/information';
}
