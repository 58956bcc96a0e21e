import { z } from 'zod';

const AREAS = [
  'work',
  'task',
  'redo',
  'category',
  'customer',
  'request',
  'member',
  'access',
  'allowance',
  'portal',
  'own',
] as const;
const SORTS = ['area', 'codename', '-codename', 'groups', '-groups'] as const;

/** Everything of the permission list that lives in its address (quality 3). */
export const permissionSearch = z.object({
  text: z.string().max(100).optional(),
  area: z.enum(AREAS).optional(),
  sort: z.enum(SORTS).default('area'),
  /** The one whose reach is shown. */
  open: z.int().min(1).optional(),
  /** The one that is being described, or one that is being made. */
  form: z.union([z.int().min(1), z.literal('new')]).optional(),
});

export type PermissionSearch = z.output<typeof permissionSearch>;
/** Changes a part of the address. */
export type SetPermissionSearch = (
  patch: Partial<z.input<typeof permissionSearch>>,
  options?: { replace?: boolean },
) => void;
