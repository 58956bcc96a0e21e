import type { Handlers } from '../../http/handlers.ts';
import { readComplaints } from './complaint-report.service.ts';
import { readComplaint, reworkOfComplaint } from './complaint.service.ts';

export const complaintRoutes = {
  'request.rework': reworkOfComplaint,
  'request.complaint': readComplaint,
  'request.complaints': readComplaints,
} satisfies Partial<Handlers>;
