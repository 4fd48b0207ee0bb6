"""The last config that worked is used while the present one is refused."""

import pytest

from companion.errors import ConfigError
from companion.lastgood import keep, load_or_last

GOOD = '[table]\nname = "Kitchen"\n'
BAD = '[table]\nnmae = "Kitchen"\n'


def test_a_config_that_is_understood_is_used(tmp_path):
    (tmp_path / "c.toml").write_text(GOOD)
    config, said = load_or_last(tmp_path / "c.toml", tmp_path)
    assert (config.table.name, said) == ("Kitchen", "")


@pytest.mark.parametrize("spoilt", [BAD, "[table\n", "\0\0\0", None])
def test_a_refused_config_gives_way_to_the_last_good_one_and_says_so(tmp_path, spoilt):
    file = tmp_path / "c.toml"
    file.write_text(GOOD)
    keep(file, tmp_path)
    file.unlink() if spoilt is None else file.write_text(spoilt)
    config, said = load_or_last(file, tmp_path)
    assert config.table.name == "Kitchen"
    assert said.endswith("Until then the last config that worked is used.")
    assert "c.toml" in said


def test_without_a_good_one_the_refusal_stands(tmp_path):
    (tmp_path / "c.toml").write_text(BAD)
    with pytest.raises(ConfigError, match="did you mean 'name'"):
        load_or_last(tmp_path / "c.toml", tmp_path)


def test_the_simulated_table_has_no_config_to_keep(tmp_path):
    keep(None, tmp_path)
    assert list(tmp_path.iterdir()) == []
