/** All ideas, circles and honest work. */
import { honestEffects } from './honest-effects.js';
import { honestDays } from './honest-days.js';
import { honestEverydayLooks, honestEverydayWork } from './honest-everyday.js';
import { honestLong } from './honest-long.js';
import { honestProjects } from './honest-projects.js';
import { honestSweeps } from './honest-sweeps.js';
import { honestTrades } from './honest-trades.js';
import { honestTwins } from './honest-twins.js';
import { honestWays } from './honest-ways.js';
import { honestCrews } from './honest-crews.js';
import { honestPeople } from './honest-people.js';
import { honestInPrograms } from './honest-real.js';
import { honestInOperation } from './honest-shop.js';
import { honestInTheField } from './honest-field.js';
import { honestInPublic } from './honest-public.js';
import { honestAtTheDesk } from './honest-desk.js';
import { honestOfAShift } from './honest-shift.js';
import { honestOnSites } from './honest-sites.js';
import { honestInHouses } from './honest-houses.js';
import { honestWorkdays } from './honest-workdays.js';
import { honestWorkweeks } from './honest-workweeks.js';
import { honestAtBenches } from './honest-benches.js';
import { honestInClouds } from './honest-clouds.js';
import { honestInTalk } from './honest-talk.js';
import type { Idea } from './idea.js';
import { stallsAtBenches } from './stalls-benches.js';
import { stallsInClouds } from './stalls-clouds.js';
import { stallsInTalk } from './stalls-talk.js';
import { stallsOfLongWorkdays, stallsOfWorkdays } from './stalls-workdays.js';
import { stallsInHouses } from './stalls-houses.js';
import { stallsOnSites } from './stalls-sites.js';
import { stallsOfCrews } from './stalls-crews.js';
import { stallsOfPeople } from './stalls-people.js';
import { stallsInPrograms } from './stalls-real.js';
import { stallsInOperation } from './stalls-shop.js';
import { stallsInTheField } from './stalls-field.js';
import { stallsInPublic } from './stalls-public.js';
import { stallsAtTheDesk } from './stalls-desk.js';
import { stallsOfAShift } from './stalls-shift.js';
import { stallsByAnswers } from './stalls-answers.js';
import { stallsByBuilds } from './stalls-builds.js';
import { stallsOfDays } from './stalls-days.js';
import { stallsByEffects } from './stalls-effects.js';
import { stallsInHiding } from './stalls-long.js';
import { stallsByRounds } from './stalls-rounds.js';
import { stallsBySessions } from './stalls-sessions.js';
import { stallsOfProjects } from './stalls-projects.js';
import { stallsByServices } from './stalls-services.js';
import { stallsOfTrades } from './stalls-trades.js';
import { stallsInStudios } from './stalls-studios.js';
import { honestInStudios } from './honest-studios.js';
import { stallsInOffices } from './stalls-offices.js';
import { honestInOffices } from './honest-offices.js';
import { stallsInKitchens } from './stalls-kitchens.js';
import { honestInKitchens } from './honest-kitchens.js';
import { stallsAtKiosk } from './stalls-kiosk.js';
import { honestAtKiosk } from './honest-kiosk.js';
import { stallsForum } from './stalls-forum.js';
import { stallsParlor } from './stalls-parlor.js';
import { stallsMarket } from './stalls-market.js';
import { honestForum } from './honest-forum.js';
import { honestParlor } from './honest-parlor.js';
import { honestMarket } from './honest-market.js';
import { stallsOfEverydayLooks, stallsOfEverydayWork } from './stalls-everyday.js';

export const ideas: readonly Idea[] = [
  ...stallsByAnswers,
  ...stallsByBuilds,
  ...stallsByServices,
  ...stallsByRounds,
  ...stallsBySessions,
  ...stallsByEffects,
  ...stallsOfEverydayWork,
  ...stallsOfEverydayLooks,
  ...stallsOfProjects,
  ...stallsOfTrades,
  ...stallsOfDays,
  ...stallsInHiding,
  ...stallsOfPeople,
  ...stallsInPrograms,
  ...stallsOfCrews,
  ...stallsInOperation,
  ...stallsInTheField,
  ...stallsInPublic,
  ...stallsAtTheDesk,
  ...stallsOfAShift,
  ...stallsOnSites,
  ...stallsInHouses,
  ...stallsOfWorkdays,
  ...stallsOfLongWorkdays,
  ...stallsAtBenches,
  ...stallsInClouds,
  ...stallsInTalk,
  ...stallsInStudios,
  ...stallsInOffices,
  ...stallsInKitchens,
  ...stallsAtKiosk,
  ...stallsForum,
  ...stallsParlor,
  ...stallsMarket,
  ...honestSweeps,
  ...honestWays,
  ...honestTwins,
  ...honestEffects,
  ...honestEverydayWork,
  ...honestEverydayLooks,
  ...honestProjects,
  ...honestTrades,
  ...honestDays,
  ...honestLong,
  ...honestPeople,
  ...honestInPrograms,
  ...honestCrews,
  ...honestInOperation,
  ...honestInTheField,
  ...honestInPublic,
  ...honestAtTheDesk,
  ...honestOfAShift,
  ...honestOnSites,
  ...honestInHouses,
  ...honestWorkdays,
  ...honestWorkweeks,
  ...honestAtBenches,
  ...honestInClouds,
  ...honestInTalk,
  ...honestInStudios,
  ...honestInOffices,
  ...honestInKitchens,
  ...honestAtKiosk,
  ...honestForum,
  ...honestParlor,
  ...honestMarket,
];
