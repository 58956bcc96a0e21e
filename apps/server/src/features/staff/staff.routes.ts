import type { Handlers } from '../../http/handlers.ts';
import { sendAvatar, setAvatar } from './avatar.service.ts';
import { activateMember, deactivateMember, readInHand } from './leave.service.ts';
import { addMember, listMembers, readChoices, readMember, suggestMember, updateMember } from './staff.service.ts';

export const staffRoutes = {
  'staff.info': readMember,
  'staff.list': listMembers,
  'staff.choices': readChoices,
  'staff.suggest': suggestMember,
  'staff.add': addMember,
  'staff.update': updateMember,
  'staff.setAvatar': setAvatar,
  'staff.avatar': sendAvatar,
  'staff.inHand': readInHand,
  'staff.delete': deactivateMember,
  'staff.activate': activateMember,
} satisfies Partial<Handlers>;
