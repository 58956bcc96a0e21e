import { readFileSync } from 'node:fs';
import { allEndpoints } from '@darkroom/contract/endpoints';
import { describe, expect, it } from 'vitest';

/** Endpoints of the specification (spec §7), word for word. */
const SPECIFIED = `
POST /api/user/login
POST /api/user/reset-password
POST /api/user/change-password
POST /api/password/backdoor
GET /api/user/list
POST /api/editor/task/update
POST /api/admin/task/update
POST /api/task/update-notes
POST /api/task/add
POST /api/task/assign
POST /api/task/delete
POST /api/task/list
POST /api/task/redo/list
POST /api/task/redo/delete
POST /api/task/redo/update
POST /api/job-detail/update
POST /api/job/detail/add
POST /api/job/list
POST /api/job/bulk-add
POST /api/job/delete
POST /api/job/update
GET /api/customer/list
POST /api/customer/detail/list
POST /api/customer/detail/add
POST /api/customer/detail/update
POST /api/customer/delete
GET /api/customer/price/detail/{id}
POST /api/customer/price/update
POST /api/customer-portal/detail
POST /api/customer-portal/price
POST /api/customer-portal/job
POST /api/customer-portal/report
POST /api/customer-portal/report-chart
POST /api/customer-portal/customer2
POST /api/customer-portal/request/add
POST /api/customer-portal/request/list
POST /api/customer-request/list
POST /api/customer-request/change-status
POST /api/customer-request/review
GET /api/category
POST /api/category/add
POST /api/category/update
POST /api/category/delete
GET /api/staff/info/{id}
POST /api/staff/list
POST /api/staff/add
POST /api/staff/update
POST /api/staff/delete
GET /api/team/list
POST /api/team/add
POST /api/team/update
GET /api/permission/list
POST /api/permission/create
POST /api/permission/update
POST /api/permission/delete
GET /api/group/list
POST /api/group/create
POST /api/group/update
POST /api/group/delete
POST /api/settings/system-lock/list
POST /api/settings/system-lock/change
GET /api/settings/x-toggle
POST /api/settings/x-toggle
POST /api/metadata/list
POST /api/metadata/update
POST /api/allowance/list
POST /api/allowance/daily/add
POST /api/allowance/daily/update
POST /api/allowance/monthly/add
POST /api/allowance/monthly/update`
  .trim()
  .split('\n');

const existing = allEndpoints.map(({ method, path }) => `${method} ${path}`);

describe('the endpoints of the API', () => {
  it('every endpoint of the specification exists', () => {
    expect(SPECIFIED.filter((call) => !existing.includes(call))).toEqual([]);
  });

  it('every other endpoint is named in a decision', () => {
    const page = readFileSync(new URL('../../../../docs/decisions/api.md', import.meta.url), 'utf8');
    const [decision = ''] = /^## 001 .*?(?=^## )/ms.exec(page) ?? [];
    const unspecified = existing.filter((call) => !SPECIFIED.includes(call));
    const unnamed = unspecified.filter((call) => !decision.includes(`\`${call.replace(/^\w+ \/api\//, '')}\``));
    expect(unnamed).toEqual([]);
  });

  it('every endpoint exists once', () => {
    expect(new Set(existing).size).toBe(existing.length);
  });
});
