import { anyOf, can, isBoss, canViewTasks, type Subject } from '@darkroom/domain/permission/access';

/** The screens Home can show (spec §2). */
export const HOMES = ['/job', '/job/task', '/customer-portal/job', '/account/information'] as const;

/** Returns the path of the user's home screen by role (spec §2). */
export function getHomePath(subject: Subject): (typeof HOMES)[number] {
  if (subject.account === 'staff' && (subject.is_superuser || isBoss(subject))) return '/job';
  if (can(subject, canViewTasks)) return '/job/task';
  if (can(subject, anyOf('npn_customer'))) return '/customer-portal/job';
  return '/account/information';
}
