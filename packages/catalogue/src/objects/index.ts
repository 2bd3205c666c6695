import type { ObjectSpec } from '../object-spec.ts';
import { AQUARIUM } from './aquarium.ts';
import { AUDIO } from './audio.ts';
import { AWARDS } from './awards.ts';
import { BABY } from './baby.ts';
import { BALLOONS } from './balloons.ts';
import { BATH } from './bath.ts';
import { BOOTS } from './boots.ts';
import { BOTTOMS } from './bottoms.ts';
import { CAMERAS } from './cameras.ts';
import { CAMPING } from './camping.ts';
import { CAT_TOYS } from './cat-toys.ts';
import { CLASSIC_TOYS } from './classic-toys.ts';
import { CLEANING } from './cleaning.ts';
import { CLOCKS } from './clocks.ts';
import { COMPUTER } from './computer.ts';
import { COOKWARE } from './cookware.ts';
import { CRAFT } from './craft.ts';
import { DESK } from './desk.ts';
import { DOG_TOYS } from './dog-toys.ts';
import { DRESSES } from './dresses.ts';
import { EYEWEAR } from './eyewear.ts';
import { FAUX_PLANTS } from './faux-plants.ts';
import { FURNITURE } from './furniture.ts';
import { GAMES } from './games.ts';
import { GAMING } from './gaming.ts';
import { GARDEN } from './garden.ts';
import { GIFTS } from './gifts.ts';
import { HAND_TOOLS } from './hand-tools.ts';
import { HANDBAGS } from './handbags.ts';
import { HARDWARE } from './hardware.ts';
import { HATS } from './hats.ts';
import { HEELS_FLATS } from './heels-flats.ts';
import { HOME_TECH } from './home-tech.ts';
import { JEWELRY } from './jewelry.ts';
import { KITCHEN_STORAGE } from './kitchen-storage.ts';
import { LIGHTING } from './lighting.ts';
import { LUGGAGE } from './luggage.ts';
import { MAKEUP } from './makeup.ts';
import { MUGS } from './mugs.ts';
import { NOTEBOOKS } from './notebooks.ts';
import { ORNAMENTS } from './ornaments.ts';
import { OUTERWEAR } from './outerwear.ts';
import { PERCUSSION } from './percussion.ts';
import { PERSONAL_CARE } from './personal-care.ts';
import { PET_FEEDING } from './pet-feeding.ts';
import { PLUSH } from './plush.ts';
import { POOL_FLOATS } from './pool-floats.ts';
import { RACKET_SPORTS } from './racket-sports.ts';
import { ROPE_GEAR } from './rope-gear.ts';
import { SAFETY } from './safety.ts';
import { SANDALS } from './sandals.ts';
import { SCARVES_SOCKS } from './scarves-socks.ts';
import { SCIENCE } from './science.ts';
import { SEASONAL } from './seasonal.ts';
import { SNEAKERS } from './sneakers.ts';
import { STRINGS } from './strings.ts';
import { SWIMWEAR } from './swimwear.ts';
import { TABLEWARE } from './tableware.ts';
import { TEA_COFFEE } from './tea-coffee.ts';
import { TEAM_SPORTS } from './team-sports.ts';
import { TOPS } from './tops.ts';
import { VEHICLES } from './vehicles.ts';
import { WALL_DECOR } from './wall-decor.ts';
import { WATER } from './water.ts';
import { WHEELS } from './wheels.ts';
import { WIND_KEYS } from './wind-keys.ts';
import { WINTER } from './winter.ts';
import { WRITING } from './writing.ts';

/** Every kind of goods in the shop, a shelf per category. */
export const OBJECTS: readonly ObjectSpec[] = [
  HANDBAGS,
  LUGGAGE,
  HATS,
  EYEWEAR,
  JEWELRY,
  MAKEUP,
  PERSONAL_CARE,
  BATH,
  CLEANING,
  TOPS,
  BOTTOMS,
  DRESSES,
  OUTERWEAR,
  SWIMWEAR,
  SCARVES_SOCKS,
  AUDIO,
  COMPUTER,
  CAMERAS,
  GAMING,
  HOME_TECH,
  LIGHTING,
  WALL_DECOR,
  CLOCKS,
  FAUX_PLANTS,
  ORNAMENTS,
  FURNITURE,
  MUGS,
  TEA_COFFEE,
  COOKWARE,
  TABLEWARE,
  KITCHEN_STORAGE,
  STRINGS,
  WIND_KEYS,
  PERCUSSION,
  DOG_TOYS,
  CAT_TOYS,
  PET_FEEDING,
  AQUARIUM,
  BALLOONS,
  SEASONAL,
  GIFTS,
  NOTEBOOKS,
  WRITING,
  DESK,
  CRAFT,
  SCIENCE,
  CAMPING,
  POOL_FLOATS,
  GARDEN,
  ROPE_GEAR,
  HAND_TOOLS,
  HARDWARE,
  SAFETY,
  SNEAKERS,
  BOOTS,
  HEELS_FLATS,
  SANDALS,
  TEAM_SPORTS,
  RACKET_SPORTS,
  WATER,
  WINTER,
  WHEELS,
  AWARDS,
  PLUSH,
  VEHICLES,
  GAMES,
  CLASSIC_TOYS,
  BABY,
].flat();
