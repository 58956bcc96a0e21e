import type { Handlers } from '../../http/handlers.ts';
import { changeGroup, createGroup, listGroups, readLosing, removeGroup } from './group.service.ts';
import {
  changePermission,
  createPermission,
  listOwnPermissions,
  readHeldPermissions,
  removePermissions,
} from './permission.service.ts';

export const accessRoutes = {
  'permission.list': async ({ db }) => ({ results: await readHeldPermissions(db) }),
  'permission.own': listOwnPermissions,
  'permission.create': createPermission,
  'permission.update': changePermission,
  'permission.delete': removePermissions,
  'group.list': listGroups,
  'group.create': createGroup,
  'group.update': changeGroup,
  'group.losing': readLosing,
  'group.delete': removeGroup,
} satisfies Partial<Handlers>;
