-- An undo that was interrupted can be asked for again.
create or replace trigger bulk_edit_state_moves before update of state on bulk_edit for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all
    ('{applied>undoing,applying>applied,undoing>applied,undoing>undone}'))
  execute function refuse_move('state');
