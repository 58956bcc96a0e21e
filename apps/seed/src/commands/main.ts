import { runServer } from '@darkroom/server/run';
import { leaveOrders } from '../demo/coming-week.ts';
import { DEMO_SIGN_INS, seedDemo } from '../demo/demo.ts';

// `npm start`: the server, which makes the demo bureau on an empty database that is not one of production.
await runServer({ signIns: DEMO_SIGN_INS, seed: seedDemo, leaveOrders });
